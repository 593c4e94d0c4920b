import type { KnownBlock, SectionBlock } from '@slack/types';
import type { BrokenChannel } from '../../watch/told.ts';
import type { WatchedAccount } from '../../watch/watch-list.ts';
import { listBlock, turnLists } from '../alerts/headed-list.ts';
import { HOME_ACTIONS } from '../kit/action-ids.ts';
import { button } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { contextLine, escapeMrkdwn, mrkdwn, plainText } from '../kit/text-objects.ts';
import { closedTo } from '../slack-errors.ts';
import type { HomeState } from './home-state.ts';

/** How many accounts the person is told of. Absent: none. */
export function watchedText(
  { watched = [], watchedPatterns = [] }: HomeState,
  { words }: FormatContext,
): string | undefined {
  if (watched.length + watchedPatterns.length === 0) return undefined;
  const isBad = ({ state }: WatchedAccount) => state?.level === 'critical' || state?.level === 'attention';
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return words.watches.yours(
    watched.length + sum(watchedPatterns.map(({ accountCount }) => accountCount)),
    watched.filter(isBad).length + sum(watchedPatterns.map(({ badCount }) => badCount)),
  );
}

/**
 * What the person is told of and what of it comes next. The list, the accounts and the summary are behind buttons, which
 * everybody has: who watches in channels alone, or nothing yet, reads there what is watched and how to begin.
 */
export function watchedBlocks(state: HomeState, context: FormatContext): KnownBlock[] {
  const text = watchedText(state, context);
  const { watched = [], next = [], pins } = state;
  const { buttons } = context.words;
  const zoneId = watched[0]?.terms.zone ?? 'UTC';
  return [
    // Where nothing is pinned it is the first line.
    ...(pins.length === 0 || text === undefined ? [] : [{ type: 'section' as const, text: plainText(text) }]),
    ...turnLists(next, zoneId, context).map(listBlock),
    {
      type: 'actions',
      elements: [
        button(HOME_ACTIONS.watches, buttons.watches),
        button(HOME_ACTIONS.accounts, buttons.accounts),
        button(HOME_ACTIONS.summary, buttons.summary),
      ],
    },
  ];
}

/** More of them usually share one cause, and the list of watches shows all. */
const BROKEN_AT_MOST = 3;

/** Where alerts do not arrive, and what to do. */
export function brokenBlocks(broken: readonly BrokenChannel[], { words }: FormatContext): KnownBlock[] {
  const { watches } = words;
  const more = broken.length - BROKEN_AT_MOST;
  return [
    ...broken.slice(0, BROKEN_AT_MOST).map(({ channelId, reason }): SectionBlock => {
      const closed = closedTo(reason);
      const said = isSlackId('person', channelId)
        ? watches.list.broken(closed)
        : watches.broken(closed, `<#${escapeMrkdwn(channelId)}>`);
      return { type: 'section', text: mrkdwn(`${OUTAGE_SIGN} ${said}`) };
    }),
    ...(more > 0 ? [contextLine(watches.brokenMore(more))] : []),
  ];
}
