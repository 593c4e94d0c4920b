import type { ModalView } from '@slack/types';
import { isUserId } from '../account/account-action.ts';
import { STOP_VIEW } from '../action-ids.ts';
import { modal } from '../kit/text-objects.ts';
import { type FormatContext, type Message, sentence } from '../message.ts';
import { stopValue } from './watches-view.ts';

/** Asks before a watch is stopped. `place` is a channel, or the person; `account` is fit to be shown. */
export function formatStopView(
  {
    place,
    accountId,
    account,
  }: { readonly place: string; readonly accountId: string; readonly account: string },
  { words: { watches } }: FormatContext,
): ModalView {
  const { title, submit, cancel, here, forYou } = watches.stop;
  const asked = isUserId(place) ? forYou(account) : here(account);
  return {
    ...modal({ title, close: cancel, submit }, sentence(asked).blocks),
    callback_id: STOP_VIEW,
    private_metadata: stopValue(place, accountId) ?? '',
  };
}

/** What became of it. Absent: it is being stopped. */
export function formatStopped(said: Message | undefined, { words: { watches } }: FormatContext): ModalView {
  return modal(watches.stop, (said ?? sentence(watches.stop.stopping)).blocks);
}
