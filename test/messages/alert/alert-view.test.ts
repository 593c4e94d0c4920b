import type { KnownBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { type AlertShown, formatAlertView } from '../../../src/slack/alerts/alert-view.ts';
import type { ToldRow } from '../../../src/watch/told.ts';
import type { WatchedIncident } from '../../../src/watch/watch-store.ts';
import { actNow } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { alertOf, incident, rowOf, SINCE, STALE_SINCE_MS, termsOf } from '../alert.ts';
import { drawn } from '../drawn.ts';
import { HOUR_MS, NOW_MS, PRIVATE } from '../samples.ts';

const alert = { id: 'C1-1@0', channelId: 'C1', ts: '1.5' };

function shown(incidents: readonly WatchedIncident[], page: AlertShown['page'] = 0) {
  const found = { told: alertOf(incidents.map(rowOf)), incidents };
  const view = formatAlertView({ alert, page }, found, { ...PRIVATE, termsOf });
  expect(validateView(view)).toEqual([]);
  return { view, lines: drawn(view.blocks as readonly KnownBlock[]) };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    incident(String(2000 + at), { id: String(at), startedAtMs: STALE_SINCE_MS + at }),
  );

describe('the window with all accounts of an alert', () => {
  it('has each with its reason, since when, and a menu; what is fine again comes last', () => {
    const owner = { userId: 'U0ADA', untilMs: NOW_MS + 11 * HOUR_MS };
    const { lines, view } = shown([
      incident('1011', { resolvedAtMs: NOW_MS, startedAtMs: NOW_MS - 2 * HOUR_MS }),
      incident('1004', { owner }),
    ]);
    expect(lines).toEqual([
      `🚨 ${actNow('Liman (1004)')} […]`,
      `~ ${words.alert.since(SINCE, 'critical')}`,
      '✅ 1011 […]',
      expect.stringContaining(words.time.duration(2 * HOUR_MS)),
    ]);
    expect(view.private_metadata).toBe(JSON.stringify({ alert, page: 0 }));
  });

  it('has fifteen on a page, and the way to the others', () => {
    const first = shown(many(32)).lines;
    expect(first[0]).toBe(`~ ${words.accounts.range(1, 15, 32)}`);
    expect(first.filter((line) => line.endsWith('[…]'))).toHaveLength(15);
    expect(first.at(-1)).toBe(`[${words.buttons.next}]`);
    const second = shown(many(32), 1).lines;
    expect(second[1]).toContain('2015');
    expect(second.at(-1)).toBe(`[${words.buttons.previous}] [${words.buttons.next}]`);
    const last = shown(many(32), 2).lines;
    expect(last.filter((line) => line.endsWith('[…]'))).toHaveLength(2);
    expect(last.at(-1)).toBe(`[${words.buttons.previous}]`);
    // Meanwhile some are gone.
    expect(shown(many(20), 2).lines[0]).toBe(`~ ${words.accounts.range(16, 20, 20)}`);
  });

  it('goes on from what is open to what is fine again', () => {
    const fine = many(20).map((one, at) => (at < 5 ? { ...one, resolvedAtMs: NOW_MS } : one));
    const { lines } = shown(fine, 1);
    expect(lines.filter((line) => line.startsWith('✅')).map((line) => line.slice(2, 6))).toEqual([
      '2000',
      '2001',
      '2002',
      '2003',
      '2004',
    ]);
  });

  it('ends with what a newer message is about, and how many nobody here watches any more', () => {
    const all = many(18).map((one, at) => (at === 3 ? { ...one, resolvedAtMs: NOW_MS } : one));
    const endedAt = (at: number) => (at < 2 ? 'moved' : at === 2 ? 'not-watched' : undefined);
    const rows = all.map((one, at) => ({
      ...rowOf(one),
      ...(endedAt(at) && { ended: endedAt(at) }),
    })) as ToldRow[];
    const found = { told: alertOf(rows), incidents: all };
    const view = formatAlertView({ alert, page: 1 }, found, { ...PRIVATE, termsOf });
    expect(drawn(view.blocks as readonly KnownBlock[])).toEqual([
      `~ ${words.accounts.range(16, 17, 17)}`,
      '⤵️ 2000 […]',
      `~ ${words.alert.moved}`,
      '⤵️ 2001 […]',
      `~ ${words.alert.moved}`,
      `~ ${words.alert.notWatched(1)}`,
      `[${words.buttons.previous}]`,
    ]);
  });

  it('has one menu for an account that is there twice', () => {
    const twice = [incident('1004', { id: 'a', resolvedAtMs: NOW_MS }), incident('1004', { id: 'b' })];
    expect(shown(twice).lines.filter((line) => line.endsWith('[…]'))).toHaveLength(1);
  });

  it.each([
    [undefined, words.watches.alertOver],
    ['unavailable', words.watches.list.unavailable],
    ['loading', words.summary.loading],
  ] as const)('says so when there is nothing to show: %s', (found, text) => {
    const view = formatAlertView({ alert, page: 0 }, found, { ...PRIVATE, termsOf });
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks as readonly KnownBlock[])).toEqual([text]);
  });
});
