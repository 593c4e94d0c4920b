import type { KnownBlock, ModalView } from '@slack/types';
import type { TermsOf } from '../../account/terms.ts';
import type { AlertRecord, PressedMessage } from '../../watch/watch-list.ts';
import { encodeAccountAction } from '../card/account-action.ts';
import { ALERT_VIEW } from '../kit/action-ids.ts';
import { overflow, pageButtons } from '../kit/buttons.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { contextLine, modal, plainText } from '../kit/text-objects.ts';
import { alertRows } from './alert-rows.ts';
import { ALERT_CHOICES, entriesOf, momentsIn } from './situation.ts';

/** The alert of which a window shows a page, from 0: what is kept in its `private_metadata`. */
export interface AlertShown {
  readonly alert: PressedMessage;
  readonly page: number;
}

const ON_PAGE = 15;

/** All accounts of an alert, as it says them, each with a menu. Absent: it is over, or nobody knows it. */
export function formatAlertView(
  { alert, page }: AlertShown,
  found: AlertRecord | 'loading' | 'unavailable' | undefined,
  context: FormatContext & { readonly termsOf: TermsOf },
): ModalView {
  const { words } = context;
  const view = (blocks: KnownBlock[]) => modal(words.alert.window, blocks);
  if (found === undefined) return view(sentence(words.watches.alertOver).blocks);
  if (found === 'loading') return view(sentence(words.summary.loading).blocks);
  if (found === 'unavailable') return view(sentence(words.watches.list.unavailable).blocks);
  const { told, incidents } = found;
  const rows = alertRows(told.rows, { incidents, ...context });
  const total = rows.open.length + rows.fine.length + rows.moved.length;
  const shownPage = Math.min(page, Math.max(0, Math.ceil(total / ON_PAGE) - 1));
  const from = shownPage * ON_PAGE;
  const moment = momentsIn(words, incidents[0]?.terms.zone ?? 'UTC', context.nowMs);
  const entries = entriesOf(rows, { isOwned: false, from, count: ON_PAGE }, { words, moment });
  const to = from + entries.length;
  const withMenu = new Set<string>();
  return {
    ...view([
      ...(total > ON_PAGE ? [contextLine(words.accounts.range(from + 1, to, total))] : []),
      ...entries.flatMap(({ accountId, sign, title, detail }): KnownBlock[] => {
        // An account that was fine in between is listed twice, but no `block_id` may be.
        const blockId = withMenu.has(accountId) ? undefined : encodeAccountAction({ id: accountId });
        withMenu.add(accountId);
        const menu = overflow(ALERT_VIEW.more, ALERT_CHOICES, words);
        return [
          {
            type: 'section',
            text: plainText(`${sign} ${title}`),
            block_id: blockId,
            accessory: blockId === undefined ? undefined : menu,
          },
          contextLine(detail),
        ];
      }),
      ...(rows.notWatchedCount > 0 ? [contextLine(words.alert.notWatched(rows.notWatchedCount))] : []),
      ...pageButtons(ALERT_VIEW, { page: shownPage, isLast: to >= total }, words),
    ]),
    private_metadata: JSON.stringify({ alert, page: shownPage }),
  };
}
