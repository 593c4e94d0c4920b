import type { Middleware, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { within } from '../../async/within.ts';
import type { LookupOutcome } from '../../domain/outcome.ts';
import type { Person, Pin } from '../../domain/pins.ts';
import { formatInvalidCommand } from '../../formatters/failure/invalid-command-message.ts';
import type { Message } from '../../formatters/message.ts';
import { formatCheckUp } from '../../formatters/notices/check-up-message.ts';
import { formatHelp } from '../../formatters/notices/help-message.ts';
import { type NameHints, withNameHints } from '../../formatters/notices/name-messages.ts';
import { formatLimited, formatPending, withNamesNote } from '../../formatters/notices/notices.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import {
  isWatchWord,
  type ParsedCommand,
  parseCommand,
  readWholeLine,
  type WatchWord,
} from '../input/parse-command.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, logAudit } from '../shared/audit-log.ts';
import type { Contexts } from '../shared/contexts.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import { accountIds, hasAnswer, privately, type Reply, toReply, toSlack } from '../web-api/reply.ts';
import { answerInTime } from './answer-in-time.ts';
import { answerWatchWord, type WatchCommandDeps } from './watch-commands.ts';

type Listener = Middleware<SlackCommandMiddlewareArgs>;
type Ack = Parameters<Listener>[0]['ack'];
type CommandDeps = Pick<
  ListenerDeps,
  'lookup' | 'rateLimit' | 'checkUp' | 'store' | 'names' | 'respond' | 'contexts' | 'inlineWithinMs' | 'log'
> &
  WatchCommandDeps;

/** Help is not worth a longer wait for the person's own accounts; Slack allows three seconds. */
const OWN_ACCOUNTS_WITHIN_MS = 1_000;
/** From the request on; a service that is slow is what the check-up is to show. */
const CHECK_UP_WITHIN_MS = 2_000;
const CHECK_UP_AT_LEAST_MS = 500;

/** `/backup-status`: help, a short word on what cannot be read, or the answer. */
export function createBackupStatusCommand(deps: CommandDeps): Listener {
  const { store, log } = deps;

  return async ({ command, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const parsed = parseCommand(command.text);
    if (isWatchWord(parsed)) return answerWatchWord(deps, { ...user, command, ack }, parsed);
    const answered = await answer(deps, parsed, { ...user, command, ack });
    logAudit(log, { ...user, channelId: command.channel_id }, { by: 'command', ...answered });
    // The answer is out; nobody waits for this.
    await store.record(user.person, accountIds(answered.outcomes));
  };
}

interface Asking extends AuthorizedUser {
  readonly command: SlashCommand;
  readonly ack: Ack;
}

async function answer(
  deps: CommandDeps,
  parsed: Exclude<ParsedCommand, WatchWord>,
  asking: Asking,
): Promise<Answered> {
  const { command, ack, person } = asking;
  if (parsed.kind === 'lookup' || readWholeLine(command.text) !== undefined) return answerTyped(deps, asking);
  // The doctor asks the service too.
  const limit = deps.rateLimit.take(person, Number(parsed.kind === 'doctor'));
  const context = deps.contexts.private(person.userId);
  await ack(
    toSlack(privately(limit ? formatLimited(limit, context) : await messageFor(deps, asking, parsed))),
  );
  return { said: limit ? 'rate-limited' : saidBy(parsed), outcomes: [], delivery: 'inline' };
}

type Other = Exclude<ParsedCommand, { readonly kind: 'lookup' } | WatchWord>;

const saidBy = (parsed: Other) => (parsed.kind === 'invalid' ? parsed.problem.kind : parsed.kind);

async function messageFor(deps: CommandDeps, asking: Asking, parsed: Other): Promise<Message> {
  const { person, deadline } = asking;
  switch (parsed.kind) {
    case 'help':
      return help(deps, asking);
    case 'doctor': {
      const budgetMs = Math.max(CHECK_UP_AT_LEAST_MS, deadline.leftMs(CHECK_UP_WITHIN_MS));
      return formatCheckUp(await deps.checkUp({ budgetMs }), deps.contexts.private(person.userId));
    }
    case 'invalid':
      return formatInvalidCommand(parsed.problem, deps.contexts.private(person.userId));
    default:
      return parsed satisfies never;
  }
}

async function help({ store, contexts }: CommandDeps, { person }: Asking): Promise<Message> {
  const own = await within(Promise.all([store.pins(person), store.recents(person)]), OWN_ACCOUNTS_WITHIN_MS);
  const [pins, recents] = own?.value ?? ['unavailable', 'unavailable'];
  return formatHelp({
    ...contexts.private(person.userId, pins),
    ...(recents !== 'unavailable' && { recents }),
  });
}

/** What is said to accounts that were typed, or to what cannot be read among them. */
interface Found extends Pick<Answered, 'said' | 'outcomes'> {
  readonly reply: Reply;
}

async function answerTyped(deps: CommandDeps, asking: Asking): Promise<Answered> {
  const { command, ack, person, deadline } = asking;
  let asked: readonly string[] = [command.text];
  const work = findTyped(deps, asking, (ids) => {
    asked = ids;
  });
  const delivery = await answerInTime({
    work: work.then(({ reply }) => reply),
    withinMs: deadline.leftMs(deps.inlineWithinMs),
    pending: () => formatPending(asked, deps.contexts.private(person.userId)),
    ack,
    respond: deps.respond,
    responseUrl: command.response_url,
  });
  const { reply, said, outcomes } = await work;
  return { audience: reply.audience, said, outcomes, delivery };
}

async function findTyped(
  deps: CommandDeps,
  asking: Asking,
  onAsked: (ids: readonly string[]) => void,
): Promise<Found> {
  const { rateLimit, names, contexts } = deps;
  const { command, person, deadline } = asking;
  const { pins, ...typed } = await names.read(person, command.text);
  const context = contexts.private(person.userId, pins);
  if (typed.kind !== 'accounts') {
    const message = await messageFor(deps, asking, typed);
    return { reply: privately(message), said: saidBy(typed), outcomes: [] };
  }
  const limit = rateLimit.take(person, typed.accounts.length);
  if (limit) return { reply: privately(formatLimited(limit, context)), said: 'rate-limited', outcomes: [] };
  onAsked(typed.accounts.map((account) => (account.kind === 'id' ? account.id : account.typed)));
  const options = { askedAtMs: deadline.startedAtMs };
  const { ids, choices } = await names.settle(typed.accounts, options);
  const outcomes = await lookUpAll(deps, ids, options);
  const near = await names.near(person, outcomes, pins);
  const hints = { choices, near };
  return {
    reply: replyTo(contexts, { outcomes, hints, pins }, { person, isShared: typed.isShared }),
    outcomes,
  };
}

/** What was to be shared but has nothing to show goes to the person alone. */
function replyTo(
  contexts: Contexts,
  {
    outcomes,
    hints,
    pins,
  }: {
    readonly outcomes: readonly LookupOutcome[];
    readonly hints: NameHints;
    readonly pins: readonly Pin[] | undefined;
  },
  { person: { userId }, isShared }: { readonly person: Person; readonly isShared: boolean },
): Reply {
  // A channel is shown all that was named, so which one is meant has to be clear.
  if (isShared && hints.choices.length === 0 && outcomes.some(hasAnswer)) {
    return toReply(outcomes, contexts.channel(userId));
  }
  const context = contexts.private(userId, pins);
  const answered = outcomes.length === 0 ? NOTHING : toReply(outcomes, context).message;
  // Perhaps it was one of the person's names.
  const mayBeName =
    pins === undefined && outcomes.some(({ kind }) => kind === 'not-found' || kind === 'invalid-id');
  const message = withNameHints(answered, hints, context);
  return privately(mayBeName ? withNamesNote(message, context) : message);
}

const NOTHING: Message = { text: '', blocks: [] };
