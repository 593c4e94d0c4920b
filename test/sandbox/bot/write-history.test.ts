import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CUSTOMERS } from '../../../sandbox/backup-service/accounts/accounts.ts';
import { writeHistory } from '../../../sandbox/bot/write-history.ts';
import { accountHistory } from '../../../src/watch/history.ts';
import { NOON_MS, openStore, temporaryFolder } from '../../store/use-databases.ts';

test('writes a month of history for every customer of the sandbox, in the app’s own form', async () => {
  const file = join(await temporaryFolder(), 'bot.db');
  const { watches } = await openStore(`sqlite:${file}`);
  writeHistory(file, NOON_MS);
  for (const { id } of CUSTOMERS) {
    const { days } = accountHistory(await watches.record(id), NOON_MS);
    expect(days.filter(({ sign }) => sign !== 'not-counted')).toHaveLength(30);
  }
  const { days, incidents, times } = accountHistory(await watches.record('1004'), NOON_MS);
  expect(days.slice(-2).map(({ sign }) => sign)).toEqual(['critical', 'critical']);
  expect(incidents.length).toBeGreaterThan(1);
  expect(times.unseen).toBe(6 * 3_600_000);
});
