import type { AckFn, RespondArguments } from '@slack/bolt';
import { covers } from '../../watch/patterns.ts';
import type { WatchedHere } from '../../watch/watch-list.ts';
import type { AuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { type FormatContext, type Message, notice, sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { formatInvalidCommand } from '../lookup/invalid-command-message.ts';
import { questionText } from '../lookup/name-messages.ts';
import { readPatterns } from '../lookup/read-patterns.ts';
import type { TypedAccount } from '../lookup/read-typed.ts';
import { privately, toSlack } from '../reply.ts';
import { namesOf, unavailable } from './watch-answers.ts';
import {
  formatNotWatched,
  formatPartOf,
  formatPatternsStopped,
  formatWatchStopped,
} from './watch-messages.ts';

interface Asking extends AuthorizedUser {
  readonly channelId: string;
  /** What was typed after the word. */
  readonly text: string;
  readonly ack: AckFn<RespondArguments>;
}

/** What came of it, for the person and for the audit line. */
interface Unwatched {
  readonly message: Message;
  readonly result: string;
  readonly accountIds?: readonly string[];
}

/** `unwatch 1004`: stops what is watched in the channel; where it is not, what the person watches. The channel reads who did it. */
export async function answerUnwatch(deps: ListenerDeps, asking: Asking): Promise<void> {
  const { message, ...unwatched } = await unwatch(deps, asking);
  await asking.ack(toSlack(privately(message)));
  logWatchAudit(deps.log, asking, { by: 'unwatch', ...unwatched });
}

async function unwatch(deps: ListenerDeps, asking: Asking): Promise<Unwatched> {
  const { person, text } = asking;
  const context = deps.contexts.private(person.userId);
  const patterns = readPatterns(text);
  if (patterns === 'mixed') {
    const { what, next } = context.words.watches.problem.mixed;
    return { message: notice(what, next), result: 'mixed' };
  }
  if (patterns !== undefined) return unwatchPatterns(deps, asking, patterns);
  const typed = await deps.names.read(person, text);
  if (typed.kind === 'invalid')
    return { message: formatInvalidCommand(typed.problem, context), result: 'invalid' };
  return typed.kind === 'accounts'
    ? unwatchAccounts(deps, asking, typed.accounts)
    : notWatched(text, context);
}

async function unwatchPatterns(
  deps: ListenerDeps,
  { person: { userId }, channelId, text }: Asking,
  patterns: readonly string[],
): Promise<Unwatched> {
  const context = deps.contexts.private(userId);
  for (const place of [channelId, userId]) {
    const stopped = await deps.watches.remove(place, patterns, userId);
    if (stopped === 'unavailable') return unavailable(context);
    if (stopped.length > 0) return { message: formatPatternsStopped(stopped, context), result: 'stopped' };
  }
  return notWatched(text, context);
}

async function unwatchAccounts(
  deps: ListenerDeps,
  { person: { userId }, channelId, text }: Asking,
  typed: readonly TypedAccount[],
): Promise<Unwatched> {
  const context = deps.contexts.private(userId);
  const listed = await deps.watches.list([channelId, userId]);
  if (listed === 'unavailable') return unavailable(context);
  const wanted = typed.map(
    (account) => new Set(account.kind === 'id' ? [account.id] : [...account.accountIds, account.typed]),
  );
  const place = listed.find((here) => wanted.some((ids) => watchedIn(here, ids).length > 0));
  if (place === undefined) {
    const covered = coveredBy(
      listed,
      wanted.flatMap((ids) => [...ids]),
    );
    if (covered === undefined) return notWatched(text, context);
    const [account = ''] = namesOf([covered.accountId], deps, context);
    return { message: formatPartOf(account, covered.pattern, context), result: 'part-of' };
  }
  const [ambiguous] = wanted.map((ids) => watchedIn(place, ids)).filter((ids) => ids.length > 1);
  if (ambiguous !== undefined) {
    const accounts = ambiguous.map((id) => deps.names.named(id));
    return { message: sentence(questionText({ typed: text, accounts }, context)), result: 'ambiguous' };
  }
  const ids = [...new Set(wanted.flatMap((one) => watchedIn(place, one)))];
  const removed = await deps.watches.remove(place.channelId, ids, userId);
  if (removed === 'unavailable') return unavailable(context);
  const names = namesOf(removed, deps, context);
  return { message: formatWatchStopped(names, context), result: 'stopped', accountIds: removed };
}

/** The first of the accounts that a pattern watches. */
function coveredBy(listed: readonly WatchedHere[], ids: readonly string[]) {
  for (const { pattern } of listed.flatMap(({ patterns = [] }) => patterns)) {
    const accountId = ids.find((id) => covers(pattern, id));
    if (accountId !== undefined) return { accountId, pattern };
  }
  return undefined;
}

const notWatched = (text: string, context: FormatContext): Unwatched => ({
  message: formatNotWatched(text, context),
  result: 'not-watched',
});

/** A name may belong to thousands of accounts. */
const watchedIn = ({ accounts }: WatchedHere, ids: ReadonlySet<string>) =>
  accounts.filter(({ accountId }) => ids.has(accountId)).map(({ accountId }) => accountId);
