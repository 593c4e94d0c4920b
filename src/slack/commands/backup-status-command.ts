import type { Middleware, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { within } from '../../async/within.ts';
import type { LookupOutcome } from '../../domain/outcome.ts';
import { formatInvalidCommand } from '../../formatters/failure/invalid-command-message.ts';
import type { FormatContext, Message } from '../../formatters/message.ts';
import { formatCheckUp } from '../../formatters/notices/check-up-message.ts';
import { formatHelp } from '../../formatters/notices/help-message.ts';
import { formatLimited, formatPending, withNamesNote } from '../../formatters/notices/notices.ts';
import type { Words } from '../../words/words.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { type ParsedCommand, parseCommand } from '../input/parse-command.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type AuditEntry, logAudit } from '../shared/audit-log.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import type { ReadNames } from '../shared/personal-store.ts';
import { privateContext } from '../shared/private-context.ts';
import { hasAnswer, isAccount, type Reply, toReply, toSlack } from '../web-api/reply.ts';
import { answerInTime } from './answer-in-time.ts';

type Lookup = Extract<ParsedCommand, { kind: 'lookup' }>;
type Listener = Middleware<SlackCommandMiddlewareArgs>;
type Ack = Parameters<Listener>[0]['ack'];
type Answered = Pick<AuditEntry, 'said' | 'audience' | 'outcomes' | 'delivery'>;

/** Help is not worth a longer wait for the person's own accounts; Slack allows three seconds. */
const OWN_ACCOUNTS_WITHIN_MS = 1_000;
/** From the request on; a service that is slow is what the check-up is to show. */
const CHECK_UP_WITHIN_MS = 2_000;
const CHECK_UP_AT_LEAST_MS = 500;

/** `/backup-status`: help, a short word on what cannot be read, or the answer. */
export function createBackupStatusCommand(deps: ListenerDeps): Listener {
  const { store, now, log } = deps;

  return async ({ command, context, ack }) => {
    const { person, receivedAtMs } = requireAuthorizedUser(context);
    const words = deps.wordsFor(person.userId);
    const answered = await answer(deps, { command, ack, person, receivedAtMs, words });
    const asker = { ...person, channelId: command.channel_id };
    logAudit(log, { by: 'command', ...asker, ...answered, durationMs: now() - receivedAtMs });
    // The answer is out; nobody waits for this.
    await store.record(
      person,
      answered.outcomes.filter(isAccount).map(({ id }) => id),
    );
  };
}

interface Asking extends AuthorizedUser {
  readonly command: SlashCommand;
  readonly ack: Ack;
  /** Of whoever asks. */
  readonly words: Words;
}

async function answer(deps: ListenerDeps, asking: Asking): Promise<Answered> {
  const { command, ack } = asking;
  const parsed = parseCommand(command.text);
  // The doctor asks the service too.
  const asked = parsed.kind === 'lookup' ? parsed.ids.length : Number(parsed.kind === 'doctor');
  const limit = deps.rateLimit.take(asking.person, asked);
  if (limit !== undefined) {
    await say(ack, formatLimited(limit, privateContext({ now: deps.now, words: asking.words })));
    return { said: 'rate-limited', outcomes: [], delivery: 'inline' };
  }
  if (parsed.kind === 'lookup') return answerLookup(deps, { ...asking, parsed });
  await say(ack, await messageFor(deps, asking, parsed));
  const said = parsed.kind === 'invalid' ? parsed.problem.kind : parsed.kind;
  return { said, outcomes: [], delivery: 'inline' };
}

async function messageFor(
  deps: ListenerDeps,
  asking: Asking,
  parsed: Exclude<ParsedCommand, Lookup>,
): Promise<Message> {
  const { command, receivedAtMs, words } = asking;
  const { now } = deps;
  switch (parsed.kind) {
    case 'help':
      return help(deps, asking);
    case 'doctor': {
      const budgetMs = Math.max(CHECK_UP_AT_LEAST_MS, CHECK_UP_WITHIN_MS - (now() - receivedAtMs));
      return formatCheckUp(await deps.checkUp({ budgetMs }), privateContext({ now, words }));
    }
    case 'invalid': {
      const context = { ...privateContext({ now, words }), command: command.command };
      return formatInvalidCommand(parsed.problem, context);
    }
    default:
      return parsed satisfies never;
  }
}

async function help(deps: ListenerDeps, { command, person, words }: Asking): Promise<Message> {
  const own = await within(
    Promise.all([deps.store.pins(person), deps.store.recents(person)]),
    OWN_ACCOUNTS_WITHIN_MS,
  );
  const [pins, recents] = own?.value ?? ['unavailable', 'unavailable'];
  return formatHelp({
    ...privateContext({ now: deps.now, words }, pins),
    command: command.command,
    ...(recents !== 'unavailable' && { recents }),
  });
}

async function say(ack: Ack, message: Message): Promise<void> {
  await ack(toSlack({ audience: 'private', message }));
}

async function answerLookup(
  deps: ListenerDeps,
  { command, ack, parsed, person, receivedAtMs, words }: Asking & { readonly parsed: Lookup },
): Promise<Answered> {
  const { store, respond, inlineWithinMs, now } = deps;
  const work = store.readNames(person, parsed.ids).then(async ({ ids, pins }): Promise<Found> => {
    return { outcomes: await lookUpAll(deps, ids, { askedAtMs: receivedAtMs }), pins };
  });
  const reply = work.then((found) =>
    replyTo(deps, found, { isShared: parsed.isShared, by: command.user_id, words }),
  );
  const delivery = await answerInTime({
    work: reply,
    // What went into asking who this is comes off: Slack counts from the request.
    withinMs: Math.max(0, inlineWithinMs - (now() - receivedAtMs)),
    pending: () => formatPending(parsed.ids, privateContext({ now, words })),
    ack,
    respond: (message) => respond(command.response_url, message),
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
  { now, channelWords }: ListenerDeps,
  { outcomes, pins }: Found,
  { isShared, by, words }: { readonly isShared: boolean; readonly by: string; readonly words: Words },
): Reply {
  const inPrivate = privateContext({ now, words }, pins);
  if (isShared && outcomes.some(hasAnswer)) {
    const inChannel: FormatContext = {
      ...inPrivate,
      words: channelWords,
      audience: 'channel',
      sharedBy: by,
    };
    return toReply(outcomes, inChannel);
  }
  const reply = toReply(outcomes, inPrivate);
  // Perhaps it was one of the person's names.
  const mayBeName =
    pins === undefined && outcomes.some(({ kind }) => kind === 'not-found' || kind === 'invalid-id');
  return mayBeName ? { ...reply, message: withNamesNote(reply.message, inPrivate) } : reply;
}
