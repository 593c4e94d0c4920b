import type { KnownBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { type AlertShown, formatAlertView, ON_PAGE } from '../../../src/slack/alerts/alert-view.ts';
import type { WatchedIncident } from '../../../src/watch/posted.ts';
import { words } from '../../support/reader.ts';
import { incident, STALE_SINCE_MS, termsOf, ZONE } from '../alert.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const alert = { channelId: 'C1', ts: '1.5' };

function shown(incidents: readonly WatchedIncident[], page: AlertShown['page'] = 0) {
  const onPage = incidents.slice(page * ON_PAGE, (page + 1) * ON_PAGE);
  const found = { zone: ZONE, incidents: onPage, count: incidents.length };
  const view = formatAlertView({ alert, page }, found, { ...PRIVATE, termsOf, userId: 'U0BORA' });
  expect(validateView(view)).toEqual([]);
  return { view, lines: drawn(view.blocks as readonly KnownBlock[]) };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    incident(String(2000 + at), { id: String(at), startedAtMs: STALE_SINCE_MS + at }),
  );

describe('the window with all accounts of an alert', () => {
  test('has fifteen on a page, and the way to the others', () => {
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
  });

  test.each([
    [{ zone: ZONE, incidents: [], count: 0 }, words.watches.alertOver],
    ['unavailable', words.watches.list.unavailable],
    ['loading', words.summary.loading],
  ] as const)('says so when there is nothing to show: %s', (found, text) => {
    const view = formatAlertView({ alert, page: 0 }, found, { ...PRIVATE, termsOf, userId: 'U0BORA' });
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks as readonly KnownBlock[])).toEqual([text]);
  });
});
