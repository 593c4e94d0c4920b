import type { KnownBlock } from '@slack/types';
import { expect } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import type { HomeState, PinnedAccount } from '../../src/slack/home/home-state.ts';
import { formatHome } from '../../src/slack/home/home-view.ts';
import type { HomeLead } from '../../src/words/en/home.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import type { FINE_ROW } from './rows.ts';
import { CRITICAL, found, hoursAgo, NOW_S, PRIVATE } from './samples.ts';

const EMPTY: HomeState = { pins: [], recents: [], isAsking: false, page: 0 };

/** A Home with this in it and nothing else, which Slack would take. */
export function home(state: Partial<HomeState>) {
  const view = formatHome({ ...EMPTY, ...state }, { ...PRIVATE, command: '/backup-status' });
  expect(validateView(view)).toEqual([]);
  // Formatters make known blocks only; the type of a view allows for others.
  return { ...view, blocks: view.blocks as KnownBlock[] };
}

export const homeLines = (state: Partial<HomeState>) => drawn(home(state).blocks);

export const pinned = (outcome: LookupOutcome, name?: string): PinnedAccount => ({
  pin: { accountId: outcome.id, pinnedAtMs: 0, ...(name !== undefined && { name }) },
  outcome,
});

/** Nothing is known of it yet. */
export const waiting = (accountId: string): PinnedAccount => ({ pin: { accountId, pinnedAtMs: 0 } });

export const recents = (...ids: string[]) => ids.map((accountId) => ({ accountId, askedAtMs: 0 }));

export const FINE = pinned(found());
export const WATCH = pinned(found({ id: '1007', folders: hoursAgo(30), database: hoursAgo(1) }));
export const ACT = pinned(found(CRITICAL), 'Acme');

/** A pin's two lines, with its menu. */
export const rowOf = (sign: string, { title, numbers }: typeof FINE_ROW) =>
  `${sign} *${title}* / ${numbers} […]`;

/** What follows the first line when every answer is a new one. */
export const UPDATED = `~ ${words.home.updated(`<!date^${NOW_S - 4}^{ago}|${words.time.ago(4_000)}>`)}`;

export const ASKING_NOW = `~ ${words.home.isAsking}`;

export const LOOK_UP = `? ${words.home.lookUpLabel}`;
/** The look-up field as it stands where there is something to refresh. */
export const FIELD = [LOOK_UP, `[${words.buttons.lookUp}] [${words.buttons.refresh}]`];

/** Below the pins, for everybody. */
export const WINDOWS = [
  'divider',
  `[${words.buttons.watches}] [${words.buttons.accounts}] [${words.buttons.summary}]`,
];

/** The first line, without its sign: so many accounts of all. */
export const lead = (kind: HomeLead['kind'], count: number, total: number) =>
  words.home.lead({ kind, count, total });
