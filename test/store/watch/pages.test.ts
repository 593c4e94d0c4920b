import { expect, test } from 'vitest';
import { NOON_MS } from '../use-databases.ts';
import { claimChannel, INCIDENT, MINUTE_MS, TURNED_CRITICAL, TURNED_HEALTHY, watching } from './watching.ts';

test('more accounts than a page holds are each listed once as open, known and recovered', async () => {
  const ids = Array.from({ length: 401 }, (_, index) => String(1000 + index));
  const store = await watching('sqlite::memory:', ids);
  const { claimAccounts, commitReading } = store.watchStore;
  const claims = await claimAccounts(NOON_MS, 401);
  for (const [index, claim] of claims.entries()) {
    const incident = { ...INCIDENT, startedAtMs: NOON_MS - index * MINUTE_MS };
    await commitReading(NOON_MS, claim, () => ({ ...TURNED_CRITICAL, incident }));
  }
  const { open } = (await claimChannel(store)).state;
  expect(open.counts.critical).toBe(401);
  // Those that have been critical for longest.
  expect(open.worst.map(({ accountId }) => accountId)).toEqual(ids.toReversed().slice(0, 10));

  const { accounts } = await store.watches.overview({ channelId: 'C1' });
  expect(accounts.map(({ accountId }) => accountId)).toEqual(ids);

  const laterMs = TURNED_CRITICAL.dueAtMs;
  const again = await claimAccounts(laterMs, 401);
  for (const claim of again) await commitReading(laterMs, claim, () => TURNED_HEALTHY);
  const { ended } = await store.watches.overview({ channelId: 'C1' });
  expect(ended.map(({ accountId }) => accountId)).toEqual(ids);
});
