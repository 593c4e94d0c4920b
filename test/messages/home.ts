import type { KnownBlock } from '@slack/types';
import { expect } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { formatHome, type HomeAccount, type HomeState } from '../../src/slack/home/home-view.ts';
import { drawn } from './drawn.ts';
import { PRIVATE } from './samples.ts';

export const NOTHING: HomeState = {
  pins: [],
  accounts: [],
  workspace: {
    accounts: [],
    others: { critical: 0, attention: 0, unknown: 0, healthy: 0, 'not-read': 0 },
    othersTaken: 0,
  },
  broken: [],
  recents: [],
  isAsking: false,
};

/** A Home with this in it and nothing else, which Slack would take. */
export function home(state: Partial<HomeState>, context = PRIVATE) {
  const view = formatHome({ ...NOTHING, ...state }, { ...context, command: '/backup-status' });
  expect(validateView(view)).toEqual([]);
  // Formatters make known blocks only; the type of a view allows for others.
  return { ...view, blocks: view.blocks as KnownBlock[] };
}

export const homeLines = (state: Partial<HomeState>) => drawn(home(state).blocks);

export const pinned = (outcome: LookupOutcome, watched?: HomeAccount['watched']): HomeAccount => ({
  id: outcome.id,
  isPinned: true,
  watched,
  outcome,
});
