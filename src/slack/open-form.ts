import type { ModalView } from '@slack/types';
import type { Person, Pin } from '../account/pins.ts';
import { within } from '../async.ts';
import { commandFor } from './kit/message.ts';
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
  /** Of the window in which it was pressed, on top of which the other one is put. Absent: it was elsewhere. */
  readonly viewId?: string;
}

/** The same for a window about an account. */
export interface AccountOpening extends Opening {
  readonly accountId: string;
}

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
  { homes, respond, views, contexts }: ListenerDeps,
  { person, accountId, triggerId, responseUrl }: AccountOpening,
  view: ModalView,
): Promise<void> {
  const opened = await views.open({ trigger_id: triggerId, view });
  if (opened.kind === 'done') return;
  if (responseUrl === undefined) {
    await homes.of(person).tell({ kind: 'not-opened', accountId });
    return;
  }
  const reader = contexts.private(person.userId);
  const message = formatNotOpened(commandFor(accountId, reader), reader, opened.kind === 'gone');
  await sendReply(respond, responseUrl, privately(message));
}
