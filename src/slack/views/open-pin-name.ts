import type { WebClient } from '@slack/web-api';
import { within } from '../../async/within.ts';
import { formatNotOpened } from '../../formatters/notices/notices.ts';
import { formatPinName } from '../../formatters/notices/pin-messages.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Asker } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { privately, sendReply } from '../web-api/reply.ts';

/** A trigger lasts three seconds: a store slower than this is not waited for, and the field is then empty. */
const NAME_WITHIN_MS = 800;

/** A press on a card or in Home that opens a modal about an account. */
export interface ModalPress {
  readonly asker: Asker;
  readonly accountId: string;
  readonly triggerId: string;
  /** Absent in Home, which itself says that no window opens. */
  readonly responseUrl?: string;
  readonly views: WebClient['views'];
}

/** Opens the modal for the short name of a pin, with the name that it has; or says what to type where no window opens. */
export async function openPinName(
  deps: Pick<ListenerDeps, 'store' | 'homes' | 'respond' | 'callSlack' | 'contexts'>,
  press: ModalPress,
): Promise<void> {
  const { store, homes, respond, callSlack, contexts } = deps;
  const { asker, accountId, triggerId, responseUrl, views } = press;
  const person = personOf(asker);
  const listed = await within(store.pins(person), NAME_WITHIN_MS);
  const pins = listed === undefined || listed.value === 'unavailable' ? [] : listed.value;
  const name = pins.find((pin) => pin.accountId === accountId)?.name;
  const pin = { accountId, ...(name !== undefined && { name }) };
  const view = formatPinName(pin, contexts.private(asker.userId, pins));
  const opened = await callSlack('views.open', () => views.open({ trigger_id: triggerId, view }));
  if (opened.kind === 'done') return;
  if (responseUrl === undefined) {
    await homes.of(person).tell({ kind: 'not-opened', accountId });
    return;
  }
  const isExpired = opened.kind === 'trigger-spent';
  const message = formatNotOpened({ id: accountId, isExpired }, contexts.private(asker.userId));
  await sendReply(respond, responseUrl, privately(message));
}
