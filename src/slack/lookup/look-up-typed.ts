import type { LookupOutcome } from '../../account/outcome.ts';
import type { Person, Pin } from '../../account/pins.ts';
import type { AuthorizedUser } from '../actor.ts';
import type { Answered } from '../audit-log.ts';
import type { Contexts } from '../contexts.ts';
import type { Message } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { hasAnswer, privately, type Reply, toReply } from '../reply.ts';
import { formatInvalidCommand } from './invalid-command-message.ts';
import { lookUpAll } from './look-up-all.ts';
import { type NameHints, withNameHints } from './name-messages.ts';
import { withNamesNote } from './notices.ts';

/** What is said to accounts that were typed, or to what cannot be read among them. */
export interface Found extends Pick<Answered, 'said' | 'outcomes'> {
  readonly reply: Reply;
}

/**
 * Reads typed text as accounts and looks them up. `onAsked` is told what is asked
 * about, before the service is. Throws for text that is a command of another kind, such as `help`.
 */
export async function lookUpTyped(
  deps: ListenerDeps,
  { person, deadline, text }: AuthorizedUser & { readonly text: string },
  onAsked: (ids: readonly string[]) => void,
): Promise<Found> {
  const { names, contexts } = deps;
  const { pins, ...typed } = await names.read(person, text);
  const context = contexts.private(person.userId, pins);
  if (typed.kind === 'invalid') {
    const reply = privately(formatInvalidCommand(typed.problem, context));
    return { reply, said: typed.problem.kind, outcomes: [] };
  }
  if (typed.kind !== 'accounts') throw new Error(`${typed.kind} is not about accounts`);
  onAsked(typed.accounts.map((account) => (account.kind === 'id' ? account.id : account.typed)));
  const options = { askedAtMs: deadline.startedAtMs };
  const { ids, choices } = await names.settle(typed.accounts, options);
  const outcomes = await lookUpAll(deps, ids, options);
  const near = await names.near(person, outcomes, pins);
  const hints = { choices, near };
  return {
    reply: replyTo(contexts, outcomes, hints, pins, { person, isShared: typed.isShared }),
    outcomes,
  };
}

/** What was to be shared but has nothing to show goes to the person alone. */
function replyTo(
  contexts: Contexts,
  outcomes: readonly LookupOutcome[],
  hints: NameHints,
  pins: readonly Pin[] | undefined,
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
