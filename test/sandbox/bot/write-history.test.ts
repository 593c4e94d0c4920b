import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CUSTOMERS } from '../../../sandbox/backup-service/accounts/customers.ts';
import { writeHistory } from '../../../sandbox/bot/write-history.ts';
import { accountHistory, daysToRead } from '../../../src/watch/history/picture.ts';
import { THRESHOLDS } from '../../account/accounts.ts';
import { NOON_MS, openStore, temporaryFolder } from '../../store/use-databases.ts';

test('every customer of the sandbox has eight weeks of history, which the app reads as its own', async () => {
  const file = join(await temporaryFolder(), 'bot.db');
  const { watches } = await openStore(`sqlite:${file}`);
  writeHistory(file, NOON_MS);
  const terms = { thresholds: THRESHOLDS, exceptions: {} };
  for (const [id] of CUSTOMERS) {
    const record = await watches.record(id, daysToRead(NOON_MS, 90));
    expect(record.days).toHaveLength(57);
    const { days } = accountHistory(record, terms, NOON_MS);
    expect(days.filter(({ sign }) => sign !== 'not-counted')).toHaveLength(30);
  }
  const record = await watches.record('1004', daysToRead(NOON_MS));
  const { days, incidents, notSeenMs } = accountHistory(record, terms, NOON_MS);
  expect(days.slice(-3).map(({ sign }) => sign)).toEqual(['critical', 'critical', 'critical']);
  expect(incidents.length).toBeGreaterThan(0);
  expect(notSeenMs).toBeGreaterThan(0);
});
