import type { HomeView, KnownBlock } from '@slack/types';
import { RECENTS_AT_MOST } from '../../account/pins.ts';
import { accountButtons } from '../card/account-buttons.ts';
import { idInList } from '../card/account-name.ts';
import { pinChangeText } from '../card/pin-messages.ts';
import { serviceFailureIn } from '../card/service-failure.ts';
import { defectLine } from '../kit/defect-message.ts';
import { commandFor, type FormatContext } from '../kit/message.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { contextLine } from '../kit/text-objects.ts';
import { homeAccount } from './home-account.ts';
import { homeLookUp } from './home-look-up.ts';
import { pageOf, pinBlocks, sortPins, summedBlocks, sumUpFailed } from './home-pins.ts';
import type { HomeNotice, HomeState } from './home-state.ts';
import { homeTop } from './home-top.ts';
import { brokenBlocks, watchedBlocks, watchedText } from './home-watches.ts';

/**
 * The Home tab of one person. Blocks keep their order from one publish to the next. `private_metadata` is the page shown,
 * from 0; `callback_id` is `home-asking` while answers are on their way, otherwise `home`. Names come from the pins in the state, whatever pins the context has.
 */
export function formatHome(state: HomeState, context: FormatContext): HomeView {
  const pins = state.pins === 'unavailable' ? [] : state.pins;
  const own = { ...context, audience: 'private', pins: pins.map(({ pin }) => pin) } as const;
  const outage = serviceFailureIn(pins.flatMap(({ outcome }) => outcome ?? []));
  const failure = state.isAsking ? undefined : outage;
  // The list keeps its order while accounts are asked again.
  const { listed, summed } = outage === undefined ? { listed: pins, summed: [] } : sumUpFailed(pins);
  const page = pageOf(state.page, listed.length);
  const hasPins = pins.length > 0 || state.pins === 'unavailable';
  return {
    type: 'home',
    callback_id: state.isAsking || state.lookedUp?.kind === 'asking' ? 'home-asking' : 'home',
    private_metadata: String(page),
    blocks: [
      ...homeTop(
        { ...state, failure, isFirstVisit: isFirstVisit(state), watches: watchedText(state, own) },
        own,
      ),
      ...noticeBlocks(state.notice, own),
      ...brokenBlocks(state.broken ?? [], own),
      ...homeLookUp({ lookedUp: state.lookedUp, canRefresh: hasPins || state.lastAsked !== undefined }, own),
      ...parted([
        ...pinBlocks({ pins: sortPins(listed), page, isToldAbove: failure !== undefined }, own),
        ...summedBlocks(summed, own),
      ]),
      ...parted(watchedBlocks(state, own)),
      ...parted(lastAskedBlocks(state, own)),
      ...parted(recentBlocks(state.recents, own)),
    ],
  };
}

function isFirstVisit({
  pins,
  recents,
  lastAsked,
  lookedUp,
  watched = [],
  watchedPatterns = [],
  broken = [],
}: HomeState): boolean {
  const isWatching = watched.length + watchedPatterns.length + broken.length > 0;
  return (
    !isWatching &&
    pins.length === 0 &&
    recents.length === 0 &&
    lastAsked === undefined &&
    lookedUp === undefined
  );
}

/** A part of the page under a line of its own; no line where there is nothing to part. */
const parted = (blocks: KnownBlock[]): KnownBlock[] =>
  blocks.length === 0 ? [] : [{ type: 'divider' }, ...blocks];

function noticeBlocks(notice: HomeNotice | undefined, context: FormatContext): KnownBlock[] {
  return notice === undefined ? [] : [richText(line(...noticeText(notice, context)))];
}

function noticeText(notice: HomeNotice, context: FormatContext): Parameters<typeof line> {
  const { words } = context;
  if ('change' in notice) return [plain(pinChangeText(notice, words))];
  switch (notice.kind) {
    case 'defect':
      return [plain(defectLine(notice.reference, { words }))];
    case 'not-opened': {
      const { accountId } = notice;
      return [plain(words.home.notOpened(idInList(accountId), commandFor(accountId, context)))];
    }
    default:
      return notice satisfies never;
  }
}

function lastAskedBlocks({ lastAsked, lookedUp }: HomeState, context: FormatContext): KnownBlock[] {
  if (lastAsked === undefined) return [];
  if (lookedUp?.kind === 'outcome' && lookedUp.outcome.id === lastAsked.id) return [];
  const blocks = homeAccount({ outcome: lastAsked, place: 'last-asked' }, context);
  return [title(context.words.home.lastAsked), ...blocks];
}

function recentBlocks(recents: HomeState['recents'], context: FormatContext): KnownBlock[] {
  const { home } = context.words;
  if (recents === 'unavailable') return [contextLine(home.recentsUnavailable)];
  const accounts = recents.slice(0, RECENTS_AT_MOST).map(({ accountId }) => ({ id: accountId }));
  const buttons = accountButtons({ accounts, surface: 'home' }, context);
  return buttons.length === 0 ? [] : [title(home.recent), ...buttons];
}

const title = (text: string): KnownBlock => contextLine(`*${text}*`);
