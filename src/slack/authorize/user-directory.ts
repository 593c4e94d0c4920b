import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { atMost, createSingleFlight, within } from '../../async.ts';
import type { Membership } from '../../domain/access.ts';
import { isZone } from '../../domain/zoned-time.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import type { CallSlack } from '../web-api/create-call-slack.ts';

/** Where the app is installed, as `auth.test` has it. */
export interface Installation {
  readonly teamId: string;
  /** Of the Enterprise organisation that the workspace belongs to. */
  readonly enterpriseId?: string;
}

/** What Slack says about people, as fresh as a decision needs it. Nothing here rejects. */
export type UserDirectory = ReturnType<typeof createUserDirectory>;

export interface UserDirectoryDeps {
  readonly client: () => Pick<WebClient, 'users' | 'usergroups'>;
  readonly callSlack: CallSlack;
  /** Undefined until Slack has said where the app is installed; nobody belongs there then. */
  readonly installation: () => Installation | undefined;
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
const MEMBER_FRESH_MS = 5 * MINUTE_MS;
/** Somebody who has just become a member should not have to wait. */
const OTHERS_FRESH_MS = MINUTE_MS;
const KEEP_MS = 60 * MINUTE_MS;

/** Slack's words for somebody whom this workspace does not know or may not see. */
const UNKNOWN_HERE = ['user_not_found', 'user_not_visible'];
const NO_SUCH_GROUP = 'no_such_subteam';

/** What is remembered of somebody. */
interface Known {
  readonly membership: Membership;
  readonly locale?: string;
  readonly zone?: string;
}

export function createUserDirectory(deps: UserDirectoryDeps) {
  const common = { waitMs: TIME_LIMITS.person, keepForMs: KEEP_MS, now: deps.now };
  // Slack counts each method for itself.
  const forPeople = { ...deps, callSlack: withPause(deps.callSlack, deps.now) };
  const forGroups = { ...deps, callSlack: withPause(deps.callSlack, deps.now) };
  const users = createStaleCache<Known>({
    ...common,
    ask: (userId) => askAboutPerson(forPeople, userId),
    freshForMs: ({ membership }) => (membership === 'member' ? MEMBER_FRESH_MS : OTHERS_FRESH_MS),
    maxCount: 5_000,
  });
  const groups = createStaleCache<ReadonlySet<string>>({
    ...common,
    ask: (groupId) => askAboutGroup(forGroups, groupId),
    freshForMs: () => MEMBER_FRESH_MS,
    maxCount: 100,
  });
  return {
    /** Undefined when Slack cannot be asked and nothing is known from the last hour. */
    membership: async (userId: string) => (await users.get(userId))?.membership,
    /** Of their Slack, such as `tr-TR`, as it came with their membership. Makes no request. Undefined: not known. */
    locale: (userId: string) => users.peek(userId)?.locale,
    /** IANA name of the zone in their Slack profile, in the same way. */
    zone: (userId: string) => users.peek(userId)?.zone,
    /** The members of a user group; undefined as above. */
    groupMembers: groups.get,
  };
}

async function askAboutPerson(
  { client, callSlack, installation }: UserDirectoryDeps,
  user: string,
): Promise<Known | undefined> {
  const home = installation();
  if (home === undefined) return undefined;
  const called = await callSlack(
    'users.info',
    () => client().users.info({ user, include_locale: true }),
    UNKNOWN_HERE,
  );
  if (called.kind !== 'done') {
    return UNKNOWN_HERE.includes(called.error) ? { membership: 'outsider' } : undefined;
  }
  const said = called.value.user as (SlackUser & { locale?: string }) | undefined;
  if (said === undefined) return undefined;
  const { locale, tz: zone } = said;
  return {
    membership: membershipOf(said, home),
    locale: locale || undefined,
    zone: zone && isZone(zone) ? zone : undefined,
  };
}

/** A group that does not exist has no members. */
async function askAboutGroup(
  { client, callSlack }: UserDirectoryDeps,
  usergroup: string,
): Promise<ReadonlySet<string> | undefined> {
  const called = await callSlack('usergroups.users.list', () =>
    client().usergroups.users.list({ usergroup }),
  );
  if (called.kind !== 'done') return called.error === NO_SUCH_GROUP ? new Set() : undefined;
  return called.value.users && new Set(called.value.users);
}

type SlackUser = NonNullable<UsersInfoResponse['user']>;

/**
 * What a user is to the installation, read from `users.info`. Whatever does not say that somebody belongs makes them an
 * outsider. Another workspace of the same Enterprise organisation counts as the same organisation.
 */
export function membershipOf(user: SlackUser, installation: Installation): Membership {
  // A deactivated stranger is both; being a stranger matters more for what they may read.
  if (user.is_stranger === true || !belongs(user, installation)) return 'outsider';
  if (user.deleted === true) return 'deactivated';
  if (user.is_bot === true || user.is_workflow_bot === true || user.is_connector_bot === true) return 'bot';
  if (user.is_restricted === true || user.is_ultra_restricted === true) return 'guest';
  return 'member';
}

/** In an Enterprise organisation `team_id` may be another workspace, or the organisation itself. */
function belongs(user: SlackUser, { teamId, enterpriseId }: Installation): boolean {
  if (user.team_id === undefined) return false;
  if (user.team_id === teamId) return true;
  if (enterpriseId === undefined) return false;
  return [user.team_id, user.enterprise_id, user.enterprise_user?.enterprise_id].includes(enterpriseId);
}

/** Whatever Slack says, a single answer must not refuse anybody for longer. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Keeps the pause that Slack asks for, for all calls at once: its limits are on the app, not on who is asked about. */
function withPause(callSlack: CallSlack, now: () => number): CallSlack {
  let [fromMs, lengthMs] = [0, 0];
  return async (method, call, expected) => {
    const passedMs = now() - fromMs;
    // Below zero the clock was set back.
    if (passedMs >= 0 && passedMs < lengthMs) return { kind: 'passing', error: 'ratelimited' };
    const called = await callSlack(method, call, expected);
    if (called.kind !== 'done' && called.retryAfterMs !== undefined) {
      [fromMs, lengthMs] = [now(), Math.min(called.retryAfterMs, LONGEST_PAUSE_MS)];
    }
    return called;
  };
}

export interface StaleCacheOptions<T> {
  /** Resolves with undefined when there is no answer. Must not reject. */
  readonly ask: (key: string) => Promise<T | undefined>;
  /** How long an answer is used without asking again. */
  readonly freshForMs: (answer: T) => number;
  /** How long an answer is used when no newer one is available. */
  readonly keepForMs: number;
  /** How long somebody waits for a newer one; the question goes on, for the next one who asks. */
  readonly waitMs: number;
  /** Those not used for the longest time go once there are more. */
  readonly maxCount: number;
  readonly now: () => number;
}

/** After an answer that did not come in time, how long those from before are given at once. */
const PAUSE_MS = 10_000;

interface Kept<T> {
  readonly answer: T;
  /** Until then nobody asks again. */
  goodUntilMs: number;
}

/**
 * Answers by key: remembered ones, else new ones, else those remembered from before; undefined when there are none. One
 * question a key is under way at a time.
 */
export interface StaleCache<T> {
  /** Never rejects. */
  get(key: string): Promise<T | undefined>;
  /** The remembered answer, however old. Makes no request. */
  peek(key: string): T | undefined;
}

export function createStaleCache<T extends NonNullable<unknown>>(deps: StaleCacheOptions<T>): StaleCache<T> {
  const { freshForMs, keepForMs, waitMs, maxCount, now } = deps;
  const kept = new LRUCache<string, Kept<T>>({
    ...atMost(maxCount),
    ttl: keepForMs,
    // Otherwise it goes by a clock of its own, and looks at that once a millisecond.
    perf: { now },
    ttlResolution: 0,
  });
  const ask = createSingleFlight(async (key) => {
    const askedAtMs = now();
    const answer = await deps.ask(key);
    if (answer !== undefined) kept.set(key, { answer, goodUntilMs: askedAtMs + freshForMs(answer) });
    return answer;
  });

  return {
    async get(key) {
      const known = kept.get(key);
      if (known !== undefined && now() < known.goodUntilMs) return known.answer;
      const answer = (await within(ask(key).result, waitMs))?.value;
      if (answer !== undefined) return answer;
      if (known !== undefined) known.goodUntilMs = now() + PAUSE_MS;
      return known?.answer;
    },
    peek: (key) => kept.get(key)?.answer,
  };
}
