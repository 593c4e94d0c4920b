import { describe, expect, it } from 'vitest';
import type { ToldRow } from '../../../src/watch/told.ts';
import { words } from '../../support/reader.ts';
import { alertOf, dated, incident, rowOf, told } from '../alert.ts';
import { HOUR_MS, NOW_MS } from '../samples.ts';

describe('the line in the thread of an alert', () => {
  const fine = ['1002', '1004'].map((id) => incident(id, { resolvedAtMs: NOW_MS }));
  const tellAll = fine.map((one): ToldRow => ({ ...rowOf(one), isRecoveryTold: true }));

  it('tells the one that is fine again with how long it lasted', () => {
    const before = alertOf([tellAll[0], fine[1] && rowOf(fine[1])].filter((row) => row !== undefined));
    const { text } = told({ kind: 'reply', told: alertOf(tellAll), before, incidents: fine });
    expect(text).toEqual([`✅ ${words.alert.fineAfter('Liman (1004)', words.time.duration(32 * HOUR_MS))}`]);
  });

  it('tells several in one line, five by name', () => {
    const many = Array.from({ length: 8 }, (_, at) => incident(`10${at}`, { resolvedAtMs: NOW_MS }));
    const { text } = told({
      kind: 'reply',
      told: alertOf(many.map((one) => ({ ...rowOf(one), isRecoveryTold: true }))),
      before: alertOf(many.map(rowOf)),
      incidents: many,
    });
    const duration = words.time.duration(32 * HOUR_MS);
    const shown = many.slice(0, 5).map(({ accountId }) => ({ account: accountId, duration }));
    expect(text).toEqual([`✅ ${words.alert.severalFine(shown, 3)}`]);
  });
});

describe('an outage of the service', () => {
  const outage = { kind: 'outage', accountCount: 200, sinceMs: NOW_MS - 5 * HOUR_MS } as const;
  const utc = (atMs: number) => words.time.moment({ atMs, zoneId: 'UTC', nowMs: NOW_MS });

  it('is told with when it began, and edited when it is over', () => {
    const began = told({ told: outage });
    const { what, meanwhile } = words.alert.outage;
    expect(began.text).toEqual([`🔌 ${what(utc(outage.sinceMs))} ${meanwhile(200)}`]);
    expect(began.lines).toEqual([
      `🔌 *${what(dated(outage.sinceMs, utc(outage.sinceMs)))}* / ${meanwhile(200)}`,
    ]);
    const over = told({ kind: 'edit', told: { ...outage, overAtMs: NOW_MS } });
    expect(over.text).toEqual([
      `🔌 ${words.alert.outage.was(utc(outage.sinceMs), utc(NOW_MS), words.time.duration(5 * HOUR_MS))}`,
    ]);
  });

  it('ends with a line in its thread', () => {
    const { text } = told({ kind: 'reply', told: { ...outage, overAtMs: NOW_MS, isRecoveryTold: true } });
    expect(text).toEqual([`✅ ${words.alert.outage.over(200, words.time.duration(5 * HOUR_MS))}`]);
  });
});

it('says from when to when nobody was watching', () => {
  const [fromMs, toMs] = [NOW_MS - 4 * HOUR_MS, NOW_MS - HOUR_MS];
  const { text, lines } = told({ told: { kind: 'absence', fromMs, toMs } });
  const utc = (atMs: number) => words.time.moment({ atMs, zoneId: 'UTC', nowMs: NOW_MS });
  expect(text).toEqual([`🔌 ${words.alert.absence(utc(fromMs), utc(toMs))}`]);
  expect(lines).toEqual([`🔌 ${words.alert.absence(dated(fromMs, utc(fromMs)), dated(toMs, utc(toMs)))}`]);
});

it('says that a channel takes nothing, what to do, and when that is over', () => {
  const broken = { kind: 'broken', channelId: 'C1', reason: 'not_in_channel' } as const;
  const { watches } = words;
  const began = told({ told: broken });
  expect(began.text).toEqual([`🔌 ${watches.broken('not-in-channel')}`]);
  expect(began.lines).toEqual([`🔌 ${watches.broken('not-in-channel', '<#C1>')}`]);
  const over = told({ kind: 'edit', told: { ...broken, isOver: true } });
  expect(over.text).toEqual([`✅ ${watches.brokenNoMore()}`]);
  expect(over.lines).toEqual([`✅ ${watches.brokenNoMore('<#C1>')}`]);
});
