import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Pin, PinChange } from '../../account/names.ts';
import { isPlausibleId } from '../../account/outcome.ts';
import { within } from '../../async.ts';
import type { AuthorizedUser } from '../access.ts';
import type { AccountAction } from '../action.ts';
import { showHome } from '../home/home.ts';
import { enteredIn, input, modal, textField } from '../kit/blocks.ts';
import { MORE } from '../kit/ids.ts';
import { nameOf, pinOf, type SlackContext, sentence } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { isMention, isWatchWord, normalize, parseCommand } from '../lookup/input.ts';
import { redraw, sendReply } from '../reply.ts';
import { ACK_BY_MS, openView, type Submitted } from '../windows.ts';

/** The window for the name of a pin: its `callback_id`, and its field. */
export const PIN_NAME = { callbackId: 'pin_name', name: 'pin_name_text' } as const;

/** What that window is about, and where it was opened: its `private_metadata`. */
const ORIGIN = z.object({
  accountId: z.string().refine(isPlausibleId),
  audience: z.enum(['private', 'channel']).default('private'),
  /** Absent: in Home. */
  responseUrl: z.string().optional(),
});

/** Opens the window for the short name of a pin, with its present name. */
export async function openPinName(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { title } = action.words.pins.nameView;
  await openView(deps, action, { title, work: pinNameView(deps, action) });
}

async function pinNameView(deps: ListenerDeps, action: AccountAction): Promise<ModalView> {
  const { person, accountId, responseUrl, audience } = action;
  const viewer = deps.contexts.private(person.userId, await deps.store.pins(person));
  const name = nameText(pinOf(accountId, viewer)?.name ?? '');
  const { words } = viewer;
  const { nameView } = words.pins;
  const label = nameView.label(nameOf(accountId, viewer));
  const text = textField(MAX_LENGTHS.pinName, name, { focus_on_load: true });
  const field = input(PIN_NAME.name, label, text, { hint: nameView.hint, optional: true });
  const metadata = JSON.stringify({ accountId, audience, responseUrl } satisfies z.input<typeof ORIGIN>);
  const form = { submit: words.buttons.save, callbackId: PIN_NAME.callbackId, metadata };
  return modal(words, nameView.title, [field], form);
}

/** Handles that window: saves the name, or says under the field why not. */
export async function submitPinName(deps: ListenerDeps, { view, ack, ...user }: Submitted): Promise<void> {
  const { person, stopwatch, words } = user;
  const { accountId, ...origin } = ORIGIN.parse(JSON.parse(view.private_metadata));
  const typed = enteredIn(view, PIN_NAME.name)?.value ?? '';
  const isCleared = typed.trim() === '';
  const name = isCleared ? undefined : parsePinName(typed);
  // An id takes precedence over a name, so this one would name nothing.
  const isId = name !== undefined && name !== accountId && deps.names.isKnown(name);
  const rename = () => orUndefined(deps.store.pinChanges.rename(person, accountId, name));
  const change: PinChange | undefined =
    isId || (name === undefined && !isCleared)
      ? { kind: 'name-unusable' }
      : (await within(rename(), stopwatch.leftMs(ACK_BY_MS)))?.value;
  if (change?.kind !== 'named') {
    const viewer = deps.contexts.private(person.userId);
    const why = change ? pinChangeText({ change, accountId }, viewer) : words.command.storageFailed;
    return ack({ response_action: 'errors', errors: { [PIN_NAME.name]: why } });
  }
  await ack();
  await showPinChange(deps, { ...user, ...origin, accountId }, change, name);
}

/** *Pin* and *Unpin* in a menu. Pins at once, because the window for a name may be closed again or never open. */
export async function choosePin(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { person, accountId, value } = action;
  const { add, remove } = deps.store.pinChanges;
  const change = await (value === MORE.pin ? add(person, { accountId }) : remove(person, accountId));
  const naming = change.kind === 'pinned' ? openPinName(deps, action) : undefined;
  await Promise.all([naming, showPinChange(deps, action, change)]);
}

/**
 * Logs what has changed, says it privately, and shows it on the person's own card, or both in Home, which has no
 * `response_url`. A card in a channel offers everybody the same. `name`: the new one; absent: none.
 */
async function showPinChange(
  deps: ListenerDeps,
  { accountId, responseUrl, audience, ...user }: ChangedPin,
  change: PinChange,
  name?: string,
): Promise<void> {
  const { person } = user;
  deps.log.info({ ...person, accountId, result: change.kind }, 'changed a pin');
  const notice = pinChangeText({ change, accountId, name }, deps.contexts.private(person.userId));
  if (responseUrl === undefined) return showHome(deps, { ...user, notice });
  await sendReply(deps.respond, responseUrl, sentence(notice));
  if (audience === 'channel') return;
  const card = { audience, responseUrl, value: '' };
  await redraw(deps, { ...user, accountIds: [accountId], ...card }, { fresh: false });
}

type ChangedPin = AuthorizedUser & z.infer<typeof ORIGIN>;

/** The result of a change to a pin, as a sentence, with the names that everybody knows. All that was typed is sanitized. */
export function pinChangeText(
  { change, accountId, name = '' }: Pin & { readonly change: PinChange },
  context: SlackContext,
): string {
  const shown =
    change.kind === 'name-taken'
      ? { ...change, name: nameText(change.name), accountId: nameOf(change.accountId, context) }
      : change;
  return context.words.pins.change(shown, nameOf(accountId, context), nameText(name) || undefined);
}

const nameText = (name: string) => sanitize(name, MAX_LENGTHS.pinName);

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
  if (isWatchWord(bare) || bare.kind === 'doctor' || (bare.kind === 'help' && !bare.line)) return undefined;
  if (isMention(folded)) return undefined;
  const isOne = bare.kind === 'lookup' && bare.note === undefined && bare.line === undefined;
  const name = isOne && bare.ids.length === 1 ? String(bare.ids[0]) : folded;
  const quoted = parseCommand(`"${name}"`);
  const comesBack = quoted.kind === 'lookup' && quoted.ids.length === 1 && quoted.ids[0] === name;
  return comesBack && [...name].length <= MAX_NAME_LENGTH ? name : undefined;
}
