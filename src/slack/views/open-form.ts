import type { ModalView } from '@slack/types';
import { within } from '../../async/within.ts';
import type { Person, Pin } from '../../domain/pins.ts';
import { formatNotOpened } from '../../formatters/notices/notices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, sendReply } from '../web-api/reply.ts';

/** A press on a card or in Home that opens a modal about an account. */
export interface ModalPress {
  readonly person: Person;
  readonly accountId: string;
  readonly triggerId: string;
  /** Absent in Home, which itself says that no window opens. */
  readonly responseUrl?: string;
  /** Of the window in which it was pressed, on top of which the modal is put. Absent: it was elsewhere. */
  readonly viewId?: string;
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
  { homes, respond, views, contexts }: Pick<ListenerDeps, 'homes' | 'respond' | 'views' | 'contexts'>,
  { person, accountId, triggerId, responseUrl }: ModalPress,
  view: ModalView,
): Promise<void> {
  const opened = await views.open({ trigger_id: triggerId, view });
  if (opened.kind === 'done') return;
  if (responseUrl === undefined) {
    await homes.of(person).tell({ kind: 'not-opened', accountId });
    return;
  }
  const isExpired = opened.kind === 'trigger-spent';
  const message = formatNotOpened({ id: accountId, isExpired }, contexts.private(person.userId));
  await sendReply(respond, responseUrl, privately(message));
}
