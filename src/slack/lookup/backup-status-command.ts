import type { Middleware, RespondArguments, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { within, withPlaceholder } from '../../async.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { type Answered, type Delivery, logAudit } from '../audit-log.ts';
import type { Message } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { accountIds, privately, type Reply, sendReply, toSlack } from '../reply.ts';
import { answerWatchWord } from '../watches/watch-commands.ts';
import type { Web } from '../web.ts';
import { formatCheckUp } from './check-up-message.ts';
import { formatHelp } from './help-message.ts';
import { formatInvalidCommand } from './invalid-command-message.ts';
import { lookUpTyped } from './look-up-typed.ts';
import { formatPending } from './notices.ts';
import {
  isWatchWord,
  type ParsedCommand,
  parseCommand,
  readWholeLine,
  type WatchWord,
} from './parse-command.ts';

type Listener = Middleware<SlackCommandMiddlewareArgs>;
type Ack = Parameters<Listener>[0]['ack'];
/** Help is not worth a longer wait for the person's own accounts; Slack allows three seconds. */
const OWN_ACCOUNTS_WITHIN_MS = 1_000;
/** From the request on. The check-up is meant to show a slow service. */
const CHECK_UP_WITHIN_MS = 2_000;
const CHECK_UP_AT_LEAST_MS = 500;

/** `/backup-status`: help, a short note on text that cannot be read, or the answer. */
export function createBackupStatusCommand(deps: ListenerDeps): Listener {
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
  deps: ListenerDeps,
  parsed: Exclude<ParsedCommand, WatchWord>,
  asking: Asking,
): Promise<Answered> {
  const { command, ack } = asking;
  const mayBeName = parsed.kind === 'invalid' && readWholeLine(command.text) !== undefined;
  if (parsed.kind === 'lookup' || mayBeName) return answerTyped(deps, asking);
  await ack(toSlack(privately(await messageFor(deps, asking, parsed))));
  return { said: saidBy(parsed), outcomes: [], delivery: 'inline' };
}

type Other = Exclude<ParsedCommand, { readonly kind: 'lookup' } | WatchWord>;

const saidBy = (parsed: Other) => (parsed.kind === 'invalid' ? parsed.problem.kind : parsed.kind);

async function messageFor(deps: ListenerDeps, asking: Asking, parsed: Other): Promise<Message> {
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

async function help({ store, contexts }: ListenerDeps, { person }: Asking): Promise<Message> {
  const own = await within(Promise.all([store.pins(person), store.recents(person)]), OWN_ACCOUNTS_WITHIN_MS);
  const [pins, recents] = own?.value ?? ['unavailable', 'unavailable'];
  return formatHelp({
    ...contexts.private(person.userId, pins),
    recents: recents !== 'unavailable' ? recents : undefined,
  });
}

async function answerTyped(deps: ListenerDeps, asking: Asking): Promise<Answered> {
  const { command, ack, person, deadline } = asking;
  let asked: readonly string[] = [command.text];
  const work = lookUpTyped(deps, { ...asking, text: command.text }, (ids) => {
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

export interface AnswerInTimeOptions {
  readonly work: Promise<Reply>;
  readonly withinMs: number;
  /** What to say when it takes longer. */
  readonly pending: () => Message;
  readonly ack: (message: RespondArguments) => Promise<void>;
  readonly respond: Web['respond'];
  readonly responseUrl: string;
}

/**
 * Answers a command: by its ack when the work is done in time, so that there is one message and no flicker; otherwise by
 * an ack that says so and, later, through `response_url`. Rejects when the work does.
 */
export async function answerInTime(options: AnswerInTimeOptions): Promise<Delivery> {
  const { work, withinMs, pending, ack, respond, responseUrl } = options;
  const { value: reply, isLate } = await withPlaceholder(work, withinMs, () =>
    ack(toSlack(privately(pending()))),
  );
  // Slack decides whether the ack can be replaced; where it cannot, this becomes a message of its own (bolt-js#2287).
  if (isLate) return sendReply(respond, responseUrl, reply, { replace: reply.audience === 'private' });
  await ack(toSlack(reply));
  return 'inline';
}
