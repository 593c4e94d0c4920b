import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { isPlausibleId } from '../../account/outcome.ts';
import type { Person, Pin, PinChange, PinNameProblem } from '../../account/pins.ts';
import type { Deadline } from '../../async.ts';
import type { Words } from '../../words/words.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { readQuestion, showHome, writeQuestion } from '../home/home.ts';
import { input, modal, plainText } from '../kit/blocks.ts';
import { PIN_NAME } from '../kit/ids.ts';
import { type FormatContext, idInList, type Message, sentence } from '../kit/message.ts';
import { CUTS, tidy } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { normalize, parseCommand } from '../lookup/input.ts';
import { hasAnswer, privately, sendReply, toReply } from '../reply.ts';
import type { SubmitListener } from '../windows.ts';
import { type AccountOpening, openForm, pinsForForm } from '../windows.ts';

/** What the window is about, in its `private_metadata`. */
const ORIGIN = z.object({
  accountId: z.string().refine(isPlausibleId),
  /** Of the person's own card, which shows the name as soon as there is one. Absent: it was pressed in Home, or in a channel. */
  card: z.string().optional(),
  /** As it stands in the Home in which it was pressed. Absent: it was elsewhere. */
  home: z.string().optional(),
});

function readOrigin(privateMetadata: string): z.infer<typeof ORIGIN> {
  try {
    return ORIGIN.parse(JSON.parse(privateMetadata));
  } catch (cause) {
    throw new Error('a modal for a name is about no account', { cause });
  }
}

/** Opens the modal for the short name of a pin, with the name that it has; or says what to type where no window opens. */
export async function openPinName(
  deps: ListenerDeps,
  press: AccountOpening & {
    /** Of the card pressed on; absent in Home. */
    readonly audience?: 'private' | 'channel';
  },
): Promise<void> {
  const { store, contexts } = deps;
  const { person, accountId, responseUrl, audience, question } = press;
  const pins = await pinsForForm(store, person);
  const pin = pins.find((one) => one.accountId === accountId) ?? { accountId };
  const card = audience === 'private' ? responseUrl : undefined;
  const home = responseUrl === undefined ? writeQuestion(question) : undefined;
  const origin = JSON.stringify({ accountId, card, home } satisfies z.input<typeof ORIGIN>);
  const view = formatPinName(pin, origin, contexts.private(person.userId, pins));
  await openForm(deps, press, view);
}

/** From the request on; Slack allows 3,000, and shows no error after that. */
const ACK_BY_MS = 2_500;

/** The modal for a name, submitted: keeps the name, or says under the field why not. */
export function createPinNameSubmitted(deps: ListenerDeps): SubmitListener {
  const { store, contexts } = deps;

  return async ({ view, context, ack }) => {
    const { person, deadline } = requireAuthorizedUser(context);
    const { accountId, card, home } = readOrigin(view.private_metadata);
    const typed = view.state.values[PIN_NAME.blockId]?.[PIN_NAME.actionId]?.value ?? '';
    const isCleared = typed.trim() === '';
    const name = isCleared ? undefined : parsePinName(typed);
    const result: PinNameProblem | { readonly kind: 'named' } =
      name === undefined && !isCleared
        ? { kind: 'name-unusable' }
        : await store.rename(person, accountId, name, deadline.leftMs(ACK_BY_MS));
    if (result.kind !== 'named') {
      const errors = formatPinNameErrors(result, contexts.private(person.userId));
      await ack({ response_action: 'errors', errors });
      return;
    }
    await ack();
    if (home !== undefined) await showHome(deps, person, { question: readQuestion(home) });
    const pin = { accountId, name };
    await showPinChange(deps, { person, deadline, pin, responseUrl: card, card }, result);
  };
}

/** Where a pin was changed. */
interface ChangedPin {
  readonly person: Person;
  readonly deadline: Deadline;
  readonly pin: { readonly accountId: string; readonly name?: string };
  /** Absent: nobody is told. */
  readonly responseUrl: string | undefined;
  /** The `response_url` of the person's own card; absent for one that a channel reads, which offers the same to everybody. */
  readonly card: string | undefined;
}

/** After these the card may have to show something else. */
const SETTLED: readonly PinChange['kind'][] = ['pinned', 'already-pinned', 'unpinned', 'not-pinned', 'named'];

/** Whether there is a pin to be named now. */
export const isPinned = ({ kind }: PinChange): boolean => kind === 'pinned' || kind === 'already-pinned';

/** Says privately what became of a change to a pin, and shows it on the person's own card. Home is drawn again whenever it is opened. */
export async function showPinChange(
  deps: ListenerDeps,
  changed: ChangedPin,
  change: PinChange,
): Promise<void> {
  const { person, pin, responseUrl } = changed;
  if (responseUrl !== undefined) {
    const message = formatPinned(change, pin, deps.contexts.private(person.userId));
    await sendReply(deps.respond, responseUrl, privately(message));
  }
  if (SETTLED.includes(change.kind)) await redraw(deps, changed);
}

/** With figures of the last moments, or new ones. Figures do not give way to "could not be checked". */
async function redraw(
  { lookup, store, respond, contexts }: ListenerDeps,
  { person, deadline, pin, card }: ChangedPin,
): Promise<void> {
  if (card === undefined) return;
  const [outcome, pins] = await Promise.all([
    lookup(pin.accountId, { askedAtMs: deadline.startedAtMs }),
    store.pins(person),
  ]);
  if (!hasAnswer(outcome) || pins === 'unavailable') return;
  const reply = toReply([outcome], contexts.private(person.userId, pins));
  await sendReply(respond, card, reply, { replace: true });
}

/** In characters, not UTF-16 units. */
const MAX_NAME_LENGTH = 40;

/**
 * A name for a pin, read as the command would read it: without quotes or punctuation around it. Undefined for one that
 * could not be typed in place of an id: a word of ours, a mention, too long, nothing visible. The caller checks whether
 * anything was typed.
 */
export function parsePinName(typed: string): string | undefined {
  const folded = normalize(typed);
  const bare = parseCommand(folded);
  if (bare.kind !== 'lookup' && bare.kind !== 'invalid') return undefined;
  if (bare.kind === 'invalid' && bare.problem.kind === 'markup') return undefined;
  const [only, ...others] = bare.kind === 'lookup' && bare.note === undefined ? bare.ids : [];
  const name = only !== undefined && others.length === 0 ? only : folded;
  const quoted = parseCommand(`"${name}"`);
  const comesBack = quoted.kind === 'lookup' && quoted.ids.length === 1 && quoted.ids[0] === name;
  return comesBack && [...name].length <= MAX_NAME_LENGTH ? name : undefined;
}

/** Answers a press that was to change a pin. `name` is the one it was to have, absent for none. */
export function formatPinned(
  change: PinChange,
  pin: Omit<Pin, 'pinnedAtMs'>,
  { words }: FormatContext,
): Message {
  return sentence(pinChangeText({ change, ...pin }, words));
}

/** What became of a change to a pin, as a sentence: everything in it that somebody typed is made fit to be shown. */
export function pinChangeText(
  { change, accountId, name = '' }: Omit<Pin, 'pinnedAtMs'> & { readonly change: PinChange },
  words: Words,
): string {
  return words.pins.change(showable(change), idInList(accountId), tidy(name, CUTS.pinName) || undefined);
}

/** Asks for the short name of a pinned account. `origin` comes back with what is submitted. */
export function formatPinName(
  { accountId, name = '' }: Omit<Pin, 'pinnedAtMs'>,
  origin: string,
  { words }: FormatContext,
): ModalView {
  const { title, save, cancel, label, hint, placeholder } = words.pins.nameView;
  const before = tidy(name, CUTS.pinName);
  const field = input(PIN_NAME.blockId, label(idInList(accountId)), {
    hint,
    optional: true,
    element: {
      type: 'plain_text_input',
      action_id: PIN_NAME.actionId,
      max_length: CUTS.pinName,
      focus_on_load: true,
      placeholder: plainText(placeholder),
      initial_value: before || undefined,
    },
  });
  return {
    ...modal({ title, close: cancel, submit: save }, [field]),
    callback_id: PIN_NAME.callbackId,
    private_metadata: origin,
  };
}

/** Why the name was not taken, as the `errors` of an acknowledged submission. */
export function formatPinNameErrors(
  problem: PinNameProblem,
  { words }: FormatContext,
): Record<string, string> {
  return { [PIN_NAME.blockId]: words.pins.nameProblem(showable(problem)) };
}

/** With the name and the id that are typed in it fit to be shown. */
function showable<Told extends PinChange | PinNameProblem>(told: Told): Told {
  if (told.kind !== 'name-taken') return told;
  return { ...told, name: tidy(told.name, CUTS.pinName), accountId: idInList(told.accountId) };
}
