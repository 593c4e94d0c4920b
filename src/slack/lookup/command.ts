import type { RespondArguments, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { withPlaceholder } from '../../async.ts';
import type { AuthorizedUser } from '../access.ts';
import { type Answered, type Delivery, logAudit } from '../audit-log.ts';
import { shareView } from '../card/share.ts';
import { plainText } from '../kit/blocks.ts';
import { type Message, messageOf, type SlackContext } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { accountIds, hasAnswer, privately, sendTo, toReply, toSlack } from '../reply.ts';
import { answerWatchWord } from '../watches/watch-commands.ts';
import { formatCheckUp } from './check-up.ts';
import { isWatchWord, type ParsedCommand, parseCommand } from './input.ts';
import { hintBlocks, lookUpTyped, nearTyped, readTypedBy } from './names.ts';
import { formatHelp, formatInvalidCommand, formatPending } from './notices.ts';

type Ack = SlackCommandMiddlewareArgs['ack'];

/** `/backup-status`: help, a note on text that cannot be read, or the answer. All of them are ephemeral. */
export async function answerCommand(
  deps: ListenerDeps,
  user: AuthorizedUser,
  command: SlashCommand,
  ack: Ack,
): Promise<void> {
  const { store, contexts, log } = deps;
  const { person, stopwatch } = user;
  const { channel_id: channelId } = command;
  const answering = answerOnce(deps, ack, command.response_url, {
    withinMs: stopwatch.leftMs(deps.inlineWithinMs),
    pending: () => formatPending(command.text || 'help', contexts.private(person.userId)),
  });
  const parsed = parseCommand(command.text);
  const work = isWatchWord(parsed)
    ? answerWatchWord(deps, { ...user, command, ack: answering.ack }, parsed)
    : answer(deps, { ...user, command }, parsed).then(async ({ message, ...answered }) => {
        await answering.ack(message && toSlack(privately(message)));
        const delivery = await answering.delivery;
        logAudit(log, { ...user, channelId }, { by: 'command', ...answered, delivery });
        // Runs after the answer was sent, so nobody waits for it.
        await store.record(person, accountIds(answered.outcomes));
      });
  await work.catch(async (error) => {
    await answering.fail(error);
    throw error;
  });
}

/**
 * Answers a command. An answer in time is the ack itself, so that there is one message and no flicker. Otherwise the ack
 * says that an answer follows, which replaces it through `response_url`.
 */
function answerOnce(
  { respond }: ListenerDeps,
  ack: Ack,
  responseUrl: string,
  /** The note for an answer that takes longer than `withinMs`. */
  { withinMs, pending }: { readonly withinMs: number; readonly pending: () => Message },
) {
  const answered = Promise.withResolvers<RespondArguments | undefined>();
  const delivery = withPlaceholder(answered.promise, withinMs, () => ack(toSlack(privately(pending())))).then(
    async ({ value, isLate }): Promise<Delivery> => {
      if (!isLate) {
        await ack(value);
        return 'inline';
      }
      // Slack decides whether the ack can be replaced. If not, this becomes a message of its own (bolt-js#2287).
      return value === undefined
        ? 'deferred'
        : sendTo(respond, responseUrl, { ...value, replace_original: true });
    },
  );
  // An answer, or a failure, waits for it.
  delivery.catch(() => {});
  return {
    delivery,
    async ack(message?: Parameters<Ack>[0]): Promise<void> {
      answered.resolve(typeof message === 'string' ? { text: message } : message);
      await delivery;
    },
    async fail(error: unknown): Promise<void> {
      answered.reject(error);
      await delivery.catch(() => {});
    },
  };
}

/** The answer to a command; `message` is absent where a window shows it. */
type CommandAnswer = Omit<Answered, 'delivery'> & { readonly message?: Message };

type Asking = AuthorizedUser & { readonly command: SlashCommand };

async function answer(deps: ListenerDeps, asking: Asking, parsed: ParsedCommand): Promise<CommandAnswer> {
  const { person, stopwatch, command } = asking;
  const { pins, ...typed } = await readTypedBy(deps, person, command.text, { command: parsed });
  const context = deps.contexts.private(person.userId, pins);
  switch (typed.kind) {
    case 'help':
      return { message: formatHelp(await deps.store.recents(person), context), reply: 'help', outcomes: [] };
    case 'doctor': {
      const checkUp = await deps.checkUp({ budgetMs: CHECK_UP_WITHIN_MS });
      return { message: formatCheckUp(checkUp, context), reply: 'doctor', outcomes: [] };
    }
    case 'invalid': {
      const { problem } = typed;
      const missed = problem.kind === 'unknown-word' ? [problem.line, problem.typed] : [];
      const near = await nearTyped(deps, person, missed, pins);
      const { blocks } = formatInvalidCommand(problem, context);
      const message = messageOf([...blocks, ...hintBlocks({ choices: [], near }, context)]);
      return { message, reply: problem.kind, outcomes: [] };
    }
    default: {
      const { note, accounts } = typed;
      const found = await lookUpTyped(deps, person, accounts, { pins, askedAtMs: stopwatch.startedAtMs });
      const { outcomes, hints } = found;
      // A channel gets all the accounts that were named: nothing while one of them is unknown or ambiguous.
      if (note !== undefined && hints.choices.length === 0 && outcomes.every(hasAnswer)) {
        const view = await shareView(deps, { person, accountIds: outcomes.map(({ id }) => id), note });
        const opened = await deps.views.open({ trigger_id: command.trigger_id, view });
        // If no window opens, the person gets the card, which has the button for it.
        if (opened.kind === 'done') return { outcomes };
      }
      return { message: answerTo(found, context), outcomes };
    }
  }
}

/** Long enough for the check-up to find a slow service. */
const CHECK_UP_WITHIN_MS = 2_000;

/** The answer to what was typed: the accounts, and the questions that names leave open. */
export function answerTo(
  { outcomes, hints }: Awaited<ReturnType<typeof lookUpTyped>>,
  context: SlackContext,
): Message {
  const answered = outcomes.length === 0 ? messageOf([]) : toReply(outcomes, context).message;
  // It may have been one of the person's names.
  const isMissed = outcomes.some(({ kind }) => kind === 'not-found' || kind === 'invalid-id');
  const { namesUnavailable } = context.words.pins;
  const more: KnownBlock[] = [
    ...hintBlocks(hints, context),
    ...(isMissed && context.pins === undefined
      ? [{ type: 'context' as const, elements: [plainText(namesUnavailable)] }]
      : []),
  ];
  return more.length === 0 ? answered : messageOf([...answered.blocks, ...more]);
}
