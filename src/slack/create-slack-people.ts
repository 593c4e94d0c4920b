import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Standing } from '../domain/access.ts';
import { rememberAnswers } from './remember-answers.ts';
import { type Installation, standingOf } from './standing-of.ts';

/** What Slack says about people, as fresh as a decision needs it. Nothing here rejects. */
export interface SlackPeople {
  /** Undefined when Slack cannot be asked and nothing is known from the last hour. */
  standing(userId: string): Promise<Standing | undefined>;
  /** Of their Slack, such as `tr-TR`, as it came with their standing; asks nobody. Undefined: not known. */
  locale(userId: string): string | undefined;
  /** The members of a user group; undefined as above. */
  groupMembers(groupId: string): Promise<ReadonlySet<string> | undefined>;
  /** Where the app is installed; undefined while Slack has not said so. */
  installation(): Promise<Installation | undefined>;
}

export interface SlackPeopleDeps {
  readonly client: Pick<WebClient, 'auth' | 'users' | 'usergroups'>;
  /** Scopes that will be needed; one that is missing is logged as soon as Slack says so. */
  readonly scopes?: readonly string[];
  readonly now: () => number;
  readonly log: Logger;
}

/** Slack allows 3,000 ms for an ack; what the check takes is taken off the time for an answer inside it. */
const WAIT_MS = 1_500;
const MINUTE_MS = 60_000;
const MEMBER_FRESH_MS = 5 * MINUTE_MS;
/** Who has just been made a member should not have to wait. */
const OTHERS_FRESH_MS = MINUTE_MS;
const KEEP_MS = 60 * MINUTE_MS;
const KEEP_INSTALLATION_MS = 365 * 24 * KEEP_MS;

/** What is remembered of somebody. */
interface Known {
  readonly standing: Standing;
  readonly locale?: string;
}

export function createSlackPeople({ client, scopes = [], now, log }: SlackPeopleDeps): SlackPeople {
  const common = { waitMs: WAIT_MS, now };
  const installations = rememberAnswers<Installation>({
    ...common,
    ask: () =>
      askOr(log, 'auth.test', {}, async () => {
        const answer = await client.auth.test();
        const granted = answer.response_metadata?.scopes;
        const missing = scopes.filter((scope) => granted?.includes(scope) === false);
        if (missing.length > 0) log.error({ missing }, MISTAKES.missing_scope);
        return toInstallation(answer);
      }),
    freshForMs: () => KEEP_INSTALLATION_MS,
    keepForMs: KEEP_INSTALLATION_MS,
    maxCount: 1,
  });
  const installation = () => installations.read('own');
  const people = rememberAnswers<Known>({
    ...common,
    ask: (userId) =>
      askOr(log, 'users.info', UNKNOWN_HERE, async () => {
        const [{ user }, home] = await Promise.all([
          client.users.info({ user: userId, include_locale: true }),
          installation(),
        ]);
        return user && home && toKnown(user, home);
      }),
    freshForMs: ({ standing }) => (standing === 'member' ? MEMBER_FRESH_MS : OTHERS_FRESH_MS),
    keepForMs: KEEP_MS,
    maxCount: 5_000,
  });
  const groups = rememberAnswers<ReadonlySet<string>>({
    ...common,
    ask: (usergroup) =>
      askOr(log, 'usergroups.users.list', NO_SUCH_GROUP, async () => {
        const { users } = await client.usergroups.users.list({ usergroup });
        return users && new Set(users);
      }),
    freshForMs: () => MEMBER_FRESH_MS,
    keepForMs: KEEP_MS,
    maxCount: 100,
  });
  return {
    standing: async (userId) => (await people.read(userId))?.standing,
    locale: (userId) => people.recall(userId)?.locale,
    groupMembers: groups.read,
    installation,
  };
}

/** Refusals of Slack that are answers: nobody whom this workspace knows or may see. */
const OUTSIDER = { standing: 'outsider' } as const;
const UNKNOWN_HERE = { user_not_found: OUTSIDER, user_not_visible: OUTSIDER };
const NO_SUCH_GROUP = { no_such_subteam: new Set<string>() } as const;

/** What somebody who runs the app has to mend. */
const MISTAKES: Readonly<Partial<Record<string, string>>> = {
  missing_scope: 'the Slack app lacks a scope: see manifest.yml and install the app again',
  no_such_subteam: 'ALLOWED_USER_GROUPS names a group that is not there: nobody is in it',
};

/** Slack's own word. A page that a proxy sends in its place counts as none (the client takes it for one). */
function codeOf(error: unknown): string {
  const code = error instanceof WebAPIPlatformError ? error.data.error : '';
  return /^[a-z_]{1,60}$/.test(code) ? code : '';
}

/** What Slack says, in `answers` where a refusal of it is one; undefined where it says nothing. Never rejects. */
async function askOr<T>(
  log: Logger,
  method: string,
  answers: Readonly<Record<string, T>>,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const code = codeOf(error);
    const mistake = MISTAKES[code];
    if (mistake !== undefined) log.error({ method }, mistake);
    else if (answers[code] === undefined) {
      const reason = code || (error instanceof Error ? error.name : typeof error);
      log.warn({ method, error: reason }, 'Slack could not be asked about people');
    }
    return answers[code];
  }
}

const toKnown = (
  user: Parameters<typeof standingOf>[0] & { locale?: string },
  home: Installation,
): Known => ({
  standing: standingOf(user, home),
  ...(user.locale && { locale: user.locale }),
});

function toInstallation(answer: {
  readonly team_id?: string;
  readonly enterprise_id?: string;
}): Installation | undefined {
  const { team_id: teamId, enterprise_id: enterpriseId } = answer;
  if (!teamId) return undefined;
  return { teamId, ...(enterpriseId && { enterpriseId }) };
}
