import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { isPlausibleId } from '../../account/outcome.ts';
import type { Person, Pin, PinChange } from '../../account/pins.ts';
import { within } from '../../async.ts';
import type { AuthorizedUser } from '../access.ts';
import type { AccountAction } from '../action.ts';
import { showHome } from '../home/home.ts';
import { enteredIn, input, modal } from '../kit/blocks.ts';
import { MORE } from '../kit/ids.ts';
import { nameOf, pinOf, type SlackContext, sentence } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { isMention, isWatchWord, normalize, parseCommand } from '../lookup/input.ts';
import { sendReply } from '../reply.ts';
import { ACK_BY_MS, openView, type Submitted } from '../windows.ts';
import { redraw } from './redraw.ts';

/** The window for the name of a pin: its `callback_id`, and its field. */
export const PIN_NAME = { callbackId: 'pin_name', name: 'pin_name_text' } as const;

/** What that window is about: its `private_metadata`. */
const ORIGIN = z.object({
  accountId: z.string().refine(isPlausibleId),
  /** The `response_url` of the person's own card, which then shows the name. Absent: opened in Home, or in a channel. */
  card: z.string().optional(),
  /** Opened in Home, which then shows the name. Absent: by an older version. */
  isInHome: z.boolean().optional(),
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
  const card = audience === 'private' ? responseUrl : undefined;
  const isInHome = responseUrl === undefined;
  const { words } = viewer;
  const { nameView } = words.pins;
  const field = input(
    PIN_NAME.name,
    nameView.label(nameOf(accountId, deps.contexts.private(person.userId))),
    {
      type: 'plain_text_input',
      max_length: MAX_LENGTHS.pinName,
      focus_on_load: true,
      initial_value: name || undefined,
    },
    { hint: nameView.hint, optional: true },
  );
  const metadata = JSON.stringify({ accountId, card, isInHome } satisfies z.input<typeof ORIGIN>);
  const form = { submit: words.buttons.save, callbackId: PIN_NAME.callbackId, metadata };
  return modal(words, nameView.title, [field], form);
}

/** Handles that window: saves the name, or says under the field why not. */
export async function submitPinName(deps: ListenerDeps, { view, ack, ...user }: Submitted): Promise<void> {
  const { person, stopwatch } = user;
  const { accountId, card, isInHome } = ORIGIN.parse(JSON.parse(view.private_metadata));
  const typed = enteredIn(view, PIN_NAME.name)?.value ?? '';
  const isCleared = typed.trim() === '';
  const name = isCleared ? undefined : parsePinName(typed);
  const rename = () =>
    within(changePin(deps, person, accountId, 'rename', name), stopwatch.leftMs(ACK_BY_MS));
  const result: PinChange =
    name === undefined && !isCleared
      ? { kind: 'name-unusable' }
      : ((await rename())?.value ?? { kind: 'store-failed' });
  if (result.kind !== 'named') {
    const why = pinChangeText({ change: result, accountId }, deps.contexts.private(person.userId));
    return ack({ response_action: 'errors', errors: { [PIN_NAME.name]: why } });
  }
  await ack();
  if (card === undefined && !isInHome) return;
  const own = { ...user, accountId, responseUrl: card, audience: 'private' } as const;
  await showPinChange(deps, own, result, name);
}

/** Pins or unpins an account, or gives its pin a name, and logs it. `name` absent: it has none from now on. */
async function changePin(
  { store, log }: ListenerDeps,
  person: Person,
  accountId: string,
  change: 'pin' | 'unpin' | 'rename',
  name?: string,
): Promise<PinChange> {
  const { add, remove, rename } = store.pinChanges;
  const changes: Readonly<Record<typeof change, () => Promise<PinChange>>> = {
    pin: () => add(person, { accountId }),
    unpin: () => remove(person, accountId),
    rename: () => rename(person, accountId, name),
  };
  const result: PinChange = (await orUndefined(changes[change]())) ?? { kind: 'store-failed' };
  log.info({ ...person, change, accountId, result: result.kind }, 'changed a pin');
  return result;
}

/** *Pin* and *Unpin* in a menu. Pins at once, because the window for a name may be closed again or never open. */
export async function choosePin(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { person, accountId, value } = action;
  const change = await changePin(deps, person, accountId, value === MORE.pin ? 'pin' : 'unpin');
  const naming = change.kind === 'pinned' ? openPinName(deps, action) : undefined;
  await Promise.all([naming, showPinChange(deps, action, change)]);
}

/**
 * Says privately what has changed, and shows it on the person's own card, or both in Home, which has no `response_url`. A
 * card in a channel offers everybody the same. `name`: the new one; absent: none.
 */
async function showPinChange(
  deps: ListenerDeps,
  { accountId, responseUrl, audience, ...user }: ChangedPin,
  change: PinChange,
  name?: string,
): Promise<void> {
  const notice = pinChangeText({ change, accountId, name }, deps.contexts.private(user.person.userId));
  if (responseUrl === undefined) return showHome(deps, { ...user, notice });
  await sendReply(deps.respond, responseUrl, sentence(notice));
  if (audience === 'channel') return;
  const card = { audience, responseUrl, value: '', shared: {} };
  await redraw(deps, { ...user, accountIds: [accountId], ...card }, { fresh: false });
}

type ChangedPin = AuthorizedUser &
  Pick<AccountAction, 'accountId' | 'audience'> & { readonly responseUrl: string | undefined };

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
  const [only, ...others] = isOne ? bare.ids : [];
  const name = only !== undefined && others.length === 0 ? only : folded;
  const quoted = parseCommand(`"${name}"`);
  const comesBack = quoted.kind === 'lookup' && quoted.ids.length === 1 && quoted.ids[0] === name;
  return comesBack && [...name].length <= MAX_NAME_LENGTH ? name : undefined;
}
