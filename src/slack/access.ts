import type { Context } from '@slack/bolt';
import type { UsersInfoResponse, WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Person } from '../account/names.ts';
import { HOUR_MS, isZone, MINUTE_MS } from '../account/time.ts';
import { createSingleFlight, type Stopwatch, within } from '../async.ts';
import type { Words } from '../words/words.ts';
import type { AccessRules, Installation, Membership, Place, RefusalReason } from './kit/access.ts';
import { isSlackId } from './kit/ids.ts';
import { MAX_LENGTHS, sanitize } from './kit/text.ts';
import { TIME_LIMITS, type Web } from './web.ts';

/** Resolves with the person if they may ask from there, else with the reason for the refusal. Never rejects. */
export type Decide = (actor: {
  readonly userId: string;
  /** `modal`: a window, which was opened from a place that was allowed. */
  readonly place: Place | 'modal';
}) => Promise<Person | RefusalReason>;

/**
 * Lets in full members of the installation's workspace, unless the rules leave them out. Refuses what is unknown.
 */
export function createAccess(
  client: Pick<WebClient, 'users' | 'usergroups' | 'dnd'>,
  callSlack: Web['callSlack'],
  installation: Installation,
  rules: AccessRules,
  now: () => number,
) {
  const people = createDirectory(5_000, now, async (user) => {
    const called = await callSlack('users.info', () => client.users.info({ user, include_locale: true }));
    if (called.kind === 'done') return personOf(called.value.user ?? {}, installation);
    return STRANGERS.includes(called.error) ? personOf({}, installation) : undefined;
  });
  const groups = createDirectory<readonly string[]>(100, now, async (usergroup) => {
    const called = await callSlack('usergroups.users.list', () =>
      client.usergroups.users.list({ usergroup }),
    );
    if (called.kind === 'done') return called.value.users ?? [];
    // A group that does not exist has no members.
    return called.error === 'no_such_subteam' ? [] : undefined;
  });

  const has = (scope: string) => installation.scopes?.includes(scope) ?? false;

  const decide: Decide = async ({ userId, place }) => {
    if (userId === 'USLACKBOT') return 'bot';
    const { users, userGroups = [] } = rules;
    const [known, ...members] = await Promise.all([people.get(userId), ...userGroups.map(groups.get)]);
    if (known?.membership !== 'member') return known?.membership ?? 'unknown';
    const isAnybody = users === undefined && rules.userGroups === undefined;
    if (!isAnybody && !users?.includes(userId) && !members.some((group) => group?.includes(userId))) {
      return members.includes(undefined) ? 'unknown' : 'not-named';
    }
    if (place !== 'modal' && rules.places?.includes(place) === false) return 'elsewhere';
    // There is one installation, so a person is the same one in every workspace of an organisation.
    return { teamId: installation.teamId, userId };
  };

  return {
    decide,
    /**
     * Whom a message mentions for these people and user groups, at most ten: full members, or if they are more, their groups;
     * and those about whom Slack does not answer, as an extra mention does less harm than a missing one.
     */
    async mentionable(ids: readonly string[]): Promise<readonly string[]> {
      const members = await Promise.all(
        ids.map(async (id) => (isSlackId('userGroup', id) && (await groups.get(id))) || [id]),
      );
      const all = [...new Set(members.flat())].slice(0, MAX_CHECKED);
      const decided = await Promise.all(
        all.map((id) => isSlackId('userGroup', id) || decide({ userId: id, place: 'modal' })),
      );
      const may = all.filter((_, at) => typeof decided[at] !== 'string' || decided[at] === 'unknown');
      const fewer = ids.filter((_, at) =>
        members[at]?.some((one) => may.includes(one) || !all.includes(one)),
      );
      return (may.length > MAX_PEOPLE ? fewer : may).slice(0, MAX_PEOPLE);
    },
    /** Those of these people who are in Do Not Disturb now. Empty without `dnd:read`, or if Slack does not say. */
    async inDnd(ids: readonly string[]): Promise<readonly string[]> {
      const people = ids.filter((id) => isSlackId('person', id));
      if (people.length === 0 || !has('dnd:read')) return [];
      const asked = { users: people.join(',') };
      const called = await callSlack('dnd.teamInfo', () => client.dnd.teamInfo(asked));
      const known = (called.kind === 'done' && called.value.users) || {};
      return people.filter((id) => {
        const { dnd_enabled, next_dnd_start_ts = 0, next_dnd_end_ts = 0 } = known[id] ?? {};
        return dnd_enabled && next_dnd_start_ts * 1_000 <= now() && now() < next_dnd_end_ts * 1_000;
      });
    },
    /** The user groups of the workspace, with what people call them. Empty without `usergroups:read`, or if Slack does not say. */
    async userGroups() {
      if (!has('usergroups:read')) return [];
      const called = await callSlack('usergroups.list', () => client.usergroups.list());
      const groups = (called.kind === 'done' && called.value.usergroups) || [];
      return groups.map(({ id = '', name = '' }) => ({ id, name }));
    },
    /** Their locale in Slack, such as `tr-TR`, cached with their membership. Makes no request. Undefined: not known. */
    localeOf: (userId: string) => people.peek(userId)?.locale,
    /** What people call them in Slack. Undefined: Slack does not say. */
    nameOfPerson: async (userId: string) => (await people.get(userId))?.name,
    /** IANA name of the time zone in their Slack profile, cached in the same way. */
    zoneOf: (userId: string) => people.peek(userId)?.zone,
  };
}

/** Limits how many people one message mentions, and among how many they are found: Slack is asked about each. */
const [MAX_PEOPLE, MAX_CHECKED] = [10, 50];

/** The time zone of a person for whom Slack has not sent one. */
export const NO_ZONE = 'UTC';

/** An answer younger than the first is used without a request; younger than the second, while Slack gives no newer one. */
const [FRESH_MS, KEEP_MS] = [5 * MINUTE_MS, HOUR_MS];

/** Caches Slack's answers by id. While `ask` has none, uses one of the last hour. `ask` must not reject. */
function createDirectory<T>(
  maxCount: number,
  now: () => number,
  ask: (id: string) => Promise<T | undefined>,
) {
  const cache = new LRUCache<string, { readonly answer: T; readonly readAtMs: number }>({ max: maxCount });
  const refresh = createSingleFlight(async (id: string) => {
    const readAtMs = now();
    const answer = await ask(id);
    if (answer !== undefined) cache.set(id, { answer, readAtMs });
  });
  const notOlder = (id: string, ageMs: number) => {
    const known = cache.get(id);
    return known && now() - known.readAtMs <= ageMs ? known : undefined;
  };
  return {
    /** Undefined when Slack does not answer in time and nothing is known from the last hour. Never rejects. */
    async get(id: string): Promise<T | undefined> {
      if (!notOlder(id, FRESH_MS)) await within(refresh(id).result, TIME_LIMITS.person);
      return notOlder(id, KEEP_MS)?.answer;
    },
    peek: (id: string) => cache.peek(id)?.answer,
  };
}

/** Slack's errors for a user whom this workspace does not know, or may not see. */
const STRANGERS = ['user_not_found', 'user_not_visible'];

type SlackUser = NonNullable<UsersInfoResponse['user']>;

function personOf(user: SlackUser, home: Installation) {
  const { locale, tz: zone, profile, real_name } = user;
  return {
    membership: membershipOf(user, home),
    name: sanitize(profile?.display_name || real_name || '', MAX_LENGTHS.typed) || undefined,
    locale: locale || undefined,
    zone: zone && isZone(zone) ? zone : undefined,
  };
}

/**
 * What a user is to the installation: an outsider unless Slack says that they belong to it. Another workspace of the same
 * Enterprise organisation counts as the same organisation.
 */
export function membershipOf(user: SlackUser, home: Installation): Membership {
  const { team_id: team, enterprise_id: organisation, enterprise_user: inOrganisation } = user;
  // In an Enterprise organisation `team_id` may be another workspace, or the organisation itself.
  const theirs = [team, organisation, inOrganisation?.enterprise_id];
  const isSister = home.enterpriseId !== undefined && theirs.includes(home.enterpriseId);
  const isOurs = team !== undefined && (team === home.teamId || isSister);
  // A deactivated stranger is both. Being a stranger counts, because it limits more what they may read.
  if (user.is_stranger === true || !isOurs) return 'outsider';
  if (user.deleted === true) return 'deactivated';
  if (user.is_bot === true || user.is_workflow_bot === true || user.is_connector_bot === true) return 'bot';
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member';
}

/** A person who may ask, as `authorize` leaves them in the context under `authorizedUser`. */
export interface AuthorizedUser {
  readonly person: Person;
  /** In their language. */
  readonly words: Words;
  /** Started when Slack's request arrived, before the access check. */
  readonly stopwatch: Stopwatch;
}

/** Throws for a request that was not authorized, so that no listener answers one by accident. */
export function requireAuthorizedUser({ authorizedUser }: Context): AuthorizedUser {
  if (authorizedUser === undefined) throw new Error('a listener was reached without authorization');
  return authorizedUser;
}
