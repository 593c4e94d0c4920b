import { expect, it } from 'vitest';
import { agoOf, backupAges } from '../../../src/formatters/account/backup-age.ts';
import { said, words } from '../../support/reader.ts';
import { account, answer, hoursAgo, NOW_MS, PRIVATE } from '../samples.ts';

const day = (iso: string) => ({ atMs: Date.parse(iso), precision: 'day' }) as const;
const at = (iso: string) => ({ nowMs: Date.parse(iso), words });
const inZone = (id: string) => account({ zone: { id, assumedFrom: 'setting' } });

const today = said({ en: 'today', tr: 'bugün' });
const yesterday = said({ en: 'yesterday', tr: 'dün' });
const twoDaysAgo = said({ en: '2 days ago', tr: '2 gün önce' });

it.each([
  ['2026-11-21T00:00:00+03:00', '2026-11-21T00:00:01+03:00', today],
  ['2026-11-20T00:00:00+03:00', '2026-11-21T00:00:00+03:00', yesterday],
  ['2026-11-20T00:00:00+03:00', '2026-11-20T23:59:59+03:00', today],
  ['2026-11-22T00:00:00+03:00', '2026-11-21T23:59:00+03:00', today],
])('the bare date %s, asked at %s, was %s', (date, now, text) => {
  expect(agoOf(day(date), inZone('+03:00'), at(now))).toBe(text);
});

it('days are counted by the calendar, across a change of clocks too', () => {
  const berlin = inZone('Europe/Berlin');
  expect(agoOf(day('2026-10-24T00:00:00+02:00'), berlin, at('2026-10-26T00:30:00+01:00'))).toBe(twoDaysAgo);
  expect(agoOf(day('2026-03-28T00:00:00+01:00'), berlin, at('2026-03-30T00:30:00+02:00'))).toBe(twoDaysAgo);
});

it('only backups with a believable age are listed, database first', () => {
  const { account: about, verdict } = answer(account({ database: hoursAgo(-3) }));
  expect(backupAges(about, verdict, PRIVATE)).toEqual([
    {
      backup: 'folders',
      ageMs: 5 * 3_600_000,
      precision: 'second',
      ago: said({ en: '5 h ago', tr: '5 saat önce' }),
    },
  ]);
  const both = answer();
  expect(
    backupAges(both.account, both.verdict, { nowMs: NOW_MS, words }).map(({ backup }) => backup),
  ).toEqual(['database', 'folders']);
});
