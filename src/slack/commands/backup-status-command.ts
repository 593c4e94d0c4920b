import type { Middleware, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { within } from '../../async/within.ts';
import type { LookupOutcome } from '../../domain/outcome.ts';
import { formatInvalidCommand } from '../../formatters/failure/invalid-command-message.ts';
import type { Message } from '../../formatters/message.ts';
import { formatCheckUp } from '../../formatters/notices/check-up-message.ts';
import { formatHelp } from '../../formatters/notices/help-message.ts';
import { formatLimited, formatPending, withNamesNote } from '../../formatters/notices/notices.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { type ParsedCommand, parseCommand } from '../input/parse-command.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, logAudit } from '../shared/audit-log.ts';
import type { Contexts } from '../shared/contexts.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import type { ReadNames } from '../shared/personal-store.ts';
import { accountIds, hasAnswer, privately, type Reply, toReply, toSlack } from '../web-api/reply.ts';
import { answerInTime } from './answer-in-time.ts';

type Lookup = Extract<ParsedCommand, { kind: 'lookup' }>;
type Listener = Middleware<SlackCommandMiddlewareArgs>;
type Ack = Parameters<Listener>[0]['ack'];
type CommandDeps = Pick<
  ListenerDeps,
  'lookup' | 'rateLimit' | 'checkUp' | 'store' | 'respond' | 'contexts' | 'inlineWithinMs' | 'log'
>;

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
    const answered = await answer(deps, { ...user, command, ack });
    logAudit(log, { ...user, channelId: command.channel_id }, { by: 'command', ...answered });
    // The answer is out; nobody waits for this.
    await store.record(user.person, accountIds(answered.outcomes));
  };
}

interface Asking extends AuthorizedUser {
  readonly command: SlashCommand;
  readonly ack: Ack;
}

async function answer(deps: CommandDeps, asking: Asking): Promise<Answered> {
  const { command, ack } = asking;
  const parsed = parseCommand(command.text);
  // The doctor asks the service too.
  const asked = parsed.kind === 'lookup' ? parsed.ids.length : Number(parsed.kind === 'doctor');
  const limit = deps.rateLimit.take(asking.person, asked);
  if (limit !== undefined) {
    await say(ack, formatLimited(limit, deps.contexts.private(asking.person.userId)));
    return { said: 'rate-limited', outcomes: [], delivery: 'inline' };
  }
  if (parsed.kind === 'lookup') return answerLookup(deps, { ...asking, parsed });
  await say(ack, await messageFor(deps, asking, parsed));
  const said = parsed.kind === 'invalid' ? parsed.problem.kind : parsed.kind;
  return { said, outcomes: [], delivery: 'inline' };
}

async function messageFor(
  deps: CommandDeps,
  asking: Asking,
  parsed: Exclude<ParsedCommand, Lookup>,
): Promise<Message> {
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

async function say(ack: Ack, message: Message): Promise<void> {
  await ack(toSlack(privately(message)));
}

async function answerLookup(
  deps: CommandDeps,
  { command, ack, parsed, person, deadline }: Asking & { readonly parsed: Lookup },
): Promise<Answered> {
  const { store, respond, contexts, inlineWithinMs } = deps;
  const work = store.readNames(person, parsed.ids).then(async ({ ids, pins }): Promise<Found> => {
    return { outcomes: await lookUpAll(deps, ids, { askedAtMs: deadline.startedAtMs }), pins };
  });
  const reply = work.then((found) =>
    replyTo(contexts, found, { userId: person.userId, isShared: parsed.isShared }),
  );
  const delivery = await answerInTime({
    work: reply,
    withinMs: deadline.leftMs(inlineWithinMs),
    pending: () => formatPending(parsed.ids, contexts.private(person.userId)),
    ack,
    respond,
    responseUrl: command.response_url,
  });
  return { audience: (await reply).audience, outcomes: (await work).outcomes, delivery };
}

interface Found {
  /** Worst first. */
  readonly outcomes: readonly LookupOutcome[];
  readonly pins: ReadNames['pins'];
}

/** What was to be shared but has nothing to show goes to the person alone. */
function replyTo(
  contexts: Contexts,
  { outcomes, pins }: Found,
  { userId, isShared }: { readonly userId: string; readonly isShared: boolean },
): Reply {
  if (isShared && outcomes.some(hasAnswer)) return toReply(outcomes, contexts.channel(userId));
  const inPrivate = contexts.private(userId, pins);
  const reply = toReply(outcomes, inPrivate);
  // Perhaps it was one of the person's names.
  const mayBeName =
    pins === undefined && outcomes.some(({ kind }) => kind === 'not-found' || kind === 'invalid-id');
  return mayBeName ? { ...reply, message: withNamesNote(reply.message, inPrivate) } : reply;
}
