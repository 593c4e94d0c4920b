import type { SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { hasAnswer } from '../../account/outcome.ts';
import { withPlaceholder } from '../../async.ts';
import type { AuthorizedUser } from '../access.ts';
import { type Answered, type Delivery, logAudit } from '../audit-log.ts';
import { shareView } from '../card/share.ts';
import { plainText, present } from '../kit/blocks.ts';
import { type Message, type SlackContext, sentence } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { accountIds, answerMessage, sendReply, toSlack } from '../reply.ts';
import { answerWatchWord, type CommandAnswer, type Commanded } from '../watches/watch-commands.ts';
import { isWatchWord, type ParsedLookup, parseCommand } from './input.ts';
import { hintBlocks, lookUpTyped, nearTyped, readTypedBy } from './names.ts';
import { formatCheckUp, formatHelp, formatInvalidCommand, formatPending } from './notices.ts';

/**
 * `/backup-status`: help, a note on text that cannot be read, the answer, or a window. Messages are ephemeral. An answer in
 * time is the ack itself, so that there is one message and no flicker. Otherwise the ack says that an answer follows, which
 * replaces it through `response_url`.
 */
export async function answerCommand(
  deps: ListenerDeps,
  user: AuthorizedUser,
  command: SlashCommand,
  ack: SlackCommandMiddlewareArgs['ack'],
): Promise<void> {
  const { respond, contexts, inlineWithinMs } = deps;
  const asking = { ...user, command };
  const parsed = parseCommand(command.text);
  const work = isWatchWord(parsed)
    ? answerWatchWord(deps, asking, parsed)
    : answerLookup(deps, asking, parsed);
  let delivery: Delivery = 'inline';
  const { message, after } = await withPlaceholder(work, user.stopwatch.leftMs(inlineWithinMs), () => {
    delivery = 'deferred';
    const pending = formatPending(command.text || 'help', contexts.private(user.person.userId));
    return ack(toSlack(pending));
  });
  const inWindow = sentence(user.words.command.inWindow);
  if (delivery === 'inline') await ack(message && toSlack(message));
  // Slack decides whether the ack can be replaced. If not, this becomes a message of its own (bolt-js#2287).
  else delivery = await sendReply(respond, command.response_url, message ?? inWindow, { replace: true });
  await after(delivery);
}

async function answerLookup(
  deps: ListenerDeps,
  asking: Commanded,
  parsed: ParsedLookup,
): Promise<CommandAnswer> {
  const { person, stopwatch, command, words } = asking;
  const answered = (message: Message | undefined, answer: Pick<Answered, 'reply' | 'outcomes'>) => ({
    message,
    async after(delivery: Delivery) {
      const request = { ...asking, channelId: command.channel_id };
      logAudit(deps.log, request, { by: 'command', ...answer, delivery });
      await deps.store.record(person, accountIds(answer.outcomes));
    },
  });
  if (parsed.kind === 'doctor') {
    const checkUp = await deps.checkUp(CHECK_UP_WITHIN_MS);
    const message = formatCheckUp(checkUp, deps.contexts.private(person.userId));
    return answered(message, { reply: 'doctor', outcomes: [] });
  }
  const read = await readTypedBy(deps, person, command.text, { command: parsed });
  const { pins, problem, accounts, isWhole } = read;
  const viewer = () => deps.contexts.private(person.userId, pins);
  if (parsed.kind === 'help' && accounts.length === 0) {
    const message = formatHelp(await deps.store.recents(person), viewer());
    return answered(message, { reply: 'help', outcomes: [] });
  }
  const note = isWhole ? undefined : parsed.note;
  const notShared = note !== undefined && sentence(words.share.notShared(sanitize(note, MAX_LENGTHS.note)));
  if (problem !== undefined) {
    const missed = problem.kind === 'unknown-word' ? [problem.line, problem.typed] : [];
    const near = await nearTyped(deps, person, missed, pins);
    const shown = formatInvalidCommand(problem, viewer());
    const message = present([notShared, shown, hintBlocks([], near, viewer())]);
    return answered(message, { reply: problem.kind, outcomes: [] });
  }
  const found = await lookUpTyped(deps, person, accounts, pins, { askedAtMs: stopwatch.startedAtMs });
  const { outcomes, choices } = found;
  // A channel gets all the accounts that were named: nothing while one of them is unknown or ambiguous.
  if (note !== undefined && choices.length === 0 && outcomes.every(hasAnswer)) {
    const view = await shareView(deps, { person, accountIds: outcomes.map(({ id }) => id), note });
    const opened = await deps.views.open({ trigger_id: command.trigger_id, view });
    // If no window opens, the person gets the card, which has the button for it.
    if (opened.kind === 'done') return answered(undefined, { outcomes });
  }
  return answered(present([notShared, answerTo(found, viewer())]), { outcomes });
}

/** Long enough for the check-up to find a slow service. */
const CHECK_UP_WITHIN_MS = 2_000;

/** The answer to what was typed: the accounts, and the questions that names leave open. */
export function answerTo(
  { outcomes, missed, choices, near }: Awaited<ReturnType<typeof lookUpTyped>>,
  context: SlackContext,
): Message {
  // What was missed may have been one of the person's names.
  const isUnread = missed.length > 0 && context.pins === undefined;
  const unread = plainText(context.words.pins.namesUnavailable);
  return present([
    outcomes.length > 0 && answerMessage(outcomes, context),
    hintBlocks(choices, near, context),
    isUnread && { type: 'context', elements: [unread] },
  ]);
}
