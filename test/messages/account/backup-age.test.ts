import { expect, it } from 'vitest';
import { backupAges } from '../../../src/slack/card/backup-age.ts';
import { words } from '../../support/reader.ts';
import { account, answer, hoursAgo, NOW_MS, PRIVATE } from '../samples.ts';

it('only backups with a believable age are listed, database first', () => {
  const { account: about, verdict } = answer(account({ database: hoursAgo(-3) }));
  expect(backupAges(about, verdict, PRIVATE)).toEqual([{ backup: 'folders', ageMs: 5 * 3_600_000 }]);
  const both = answer();
  expect(
    backupAges(both.account, both.verdict, { nowMs: NOW_MS, words }).map(({ backup }) => backup),
  ).toEqual(['database', 'folders']);
});

it('a bare date is told as a day of the service, not as an age', () => {
  const atMs = Date.parse('2026-11-20T00:00:00+03:00');
  const { account: about, verdict } = answer(account({ folders: { kind: 'at', atMs, precision: 'day' } }));
  const day = words.time.dayOf({ atMs, zoneId: '+03:00', nowMs: NOW_MS });
  expect(backupAges(about, verdict, PRIVATE)[1]).toMatchObject({ backup: 'folders', day });
});
