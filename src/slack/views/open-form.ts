import type { ModalView } from '@slack/types';
import type { Person } from '../../domain/pins.ts';
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
