import type { ModalView } from '@slack/types';
import type { Person, Pin } from '../account/pins.ts';
import { within } from '../async.ts';
import { type HomeQuestion, showHome } from './home/home.ts';
import { asTyped, commandFor, idInList } from './kit/message.ts';
import { CUTS, tidy } from './kit/text.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { formatNotOpened } from './lookup/notices.ts';
import { privately, sendReply } from './reply.ts';

/** A press or a command that opens a window. */
export interface Opening {
  readonly person: Person;
  readonly triggerId: string;
  /** Absent in Home. */
  readonly channelId?: string;
  /** Where a message can be sent when Slack opens no window. Absent in Home, which itself says so, and in a window. */
  readonly responseUrl?: string;
  /** What the Home in which it was pressed shows as looked up. Absent: nothing, or it was elsewhere. */
  readonly question?: HomeQuestion;
  /** Of the window in which it was pressed, on top of which the other one is put. Absent: it was elsewhere. */
  readonly viewId?: string;
}

/** The same for a window about an account. */
export interface AccountOpening extends Opening {
  readonly accountId: string;
}

/** The same for a window that is there at once: about an account, several, or the summary of a channel. */
type FormOpening = Opening & { readonly accountId?: string; readonly accountIds?: readonly string[] };

/** A trigger lasts three seconds: a store slower than this is not waited for. */
const PINS_WITHIN_MS = 800;

/** The person's pins, for the names in a modal; empty when they are not known in time. */
export async function pinsForForm(
  store: Pick<ListenerDeps['store'], 'pins'>,
  person: Person,
): Promise<readonly Pin[]> {
  const listed = (await within(store.pins(person), PINS_WITHIN_MS))?.value ?? 'unavailable';
  return listed === 'unavailable' ? [] : listed;
}

/** Opens a modal that is there at once; or says what to type where no window opens. */
export async function openForm(
  deps: ListenerDeps,
  { person, accountId, accountIds: [first = accountId] = [], triggerId, responseUrl, question }: FormOpening,
  view: ModalView,
): Promise<void> {
  const opened = await deps.views.open({ trigger_id: triggerId, view });
  if (opened.kind === 'done') return;
  if (responseUrl === undefined) {
    const reader = deps.contexts.private(person.userId);
    const notice = first && reader.words.home.notOpened(idInList(first), commandFor(first, reader));
    await showHome(deps, person, { question, notice });
    return;
  }
  const typed = first === undefined ? 'summary' : asTyped(tidy(first, CUTS.id));
  await sayNotOpened(deps, { person, responseUrl }, typed, opened.kind === 'gone');
}

/** Says what to type after the command where no window opened; nothing in Home and in a window. */
export async function sayNotOpened(
  { respond, contexts }: ListenerDeps,
  { person, responseUrl }: Pick<Opening, 'person' | 'responseUrl'>,
  typed: string,
  isExpired = false,
): Promise<void> {
  if (responseUrl === undefined) return;
  const reader = contexts.private(person.userId);
  const message = formatNotOpened(`${reader.command} ${typed}`, reader, isExpired);
  await sendReply(respond, responseUrl, privately(message));
}
