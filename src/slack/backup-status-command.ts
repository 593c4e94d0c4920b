import type { Middleware, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { compareOutcomes } from '../domain/compare-outcomes.ts';
import type { LookupOutcome } from '../domain/outcome.ts';
import { formatHelp } from '../formatters/help-message.ts';
import { formatInvalidCommand } from '../formatters/invalid-command-message.ts';
import type { FormatContext, Message } from '../formatters/message.ts';
import { withNamesNote } from '../formatters/names-note.ts';
import { formatPending } from '../formatters/pending-message.ts';
import type { Words } from '../words/words.ts';
import { answerInTime } from './answer-in-time.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { type Asked, logAsked } from './log-asked.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';
import { personOf } from './person-of.ts';
import type { ReadNames } from './personal-store.ts';
import { privateContext } from './private-context.ts';
import { hasAnswer, isAccount, type Reply, toReply, toSlack } from './reply.ts';
import { within } from './within.ts';

type Lookup = Extract<ParsedCommand, { kind: 'lookup' }>;
type Listener = Middleware<SlackCommandMiddlewareArgs>;
type Ack = Parameters<Listener>[0]['ack'];
type Answered = Pick<Asked, 'said' | 'outcomes' | 'delivery'>;

/** Help is not worth a longer wait for the person's own accounts; Slack allows three seconds. */
const OWN_ACCOUNTS_WITHIN_MS = 1_000;

/** `/backup-status`: help, a short word on what cannot be read, or the answer. */
export function createBackupStatusCommand(deps: ListenerDeps): Listener {
  const { store, now, log } = deps;

  return async ({ command, ack }) => {
    const startedAtMs = now();
    const asker = { userId: command.user_id, channelId: command.channel_id, teamId: command.team_id };
    const words = await deps.wordsFor(command.user_id);
    const answered = await answer(deps, { command, ack, words });
    logAsked(log, { by: 'command', ...asker, ...answered, durationMs: now() - startedAtMs });
    // The answer is out; nobody waits for this.
    await store.record(
      personOf(asker),
      answered.outcomes.filter(isAccount).map(({ id }) => id),
    );
  };
}

interface Asking {
  readonly command: SlashCommand;
  readonly ack: Ack;
  /** Of whoever asks. */
  readonly words: Words;
}

async function answer(deps: ListenerDeps, asking: Asking): Promise<Answered> {
  const { command, ack, words } = asking;
  const { now } = deps;
  const parsed = parseCommand(command.text);
  if (parsed.kind === 'lookup') return answerLookup(deps, { ...asking, parsed });
  const isHelp = parsed.kind === 'help';
  const context = { ...privateContext({ now, words }), command: command.command };
  await say(ack, isHelp ? await help(deps, asking) : formatInvalidCommand(parsed.problem, context));
  return { said: isHelp ? 'help' : parsed.problem.kind, outcomes: [], delivery: 'inline' };
}

async function help(deps: ListenerDeps, { command, words }: Asking): Promise<Message> {
  const person = personOf({ userId: command.user_id, teamId: command.team_id });
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
  { command, ack, words, parsed }: Asking & { readonly parsed: Lookup },
): Promise<Pick<Asked, 'outcomes' | 'delivery'>> {
  const { lookup, store, respond, inlineWithinMs, now } = deps;
  const person = personOf({ userId: command.user_id, teamId: command.team_id });
  const work = store.readNames(person, parsed.ids).then(async ({ ids, pins }): Promise<Found> => {
    const outcomes = await Promise.all(ids.map((id) => lookup(id)));
    return { outcomes: outcomes.toSorted(compareOutcomes), pins };
  });
  const delivery = await answerInTime({
    work: work.then((found) =>
      replyTo(deps, found, { isShared: parsed.isShared, by: command.user_id, words }),
    ),
    withinMs: inlineWithinMs,
    pending: () => formatPending(parsed.ids, privateContext({ now, words })),
    ack,
    respond: (message) => respond(command.response_url, message),
  });
  return { outcomes: (await work).outcomes, delivery };
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
