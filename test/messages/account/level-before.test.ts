import { describe, expect, test } from 'vitest';
import { decodeLevel, formatLookup } from '../../../src/slack/card/card.ts';
import type { FormatContext } from '../../../src/slack/kit/message.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { CHANNEL, CRITICAL, found, HOUR_MS, lastKnown, NOW_MS } from '../samples.ts';

describe('the level that a button keeps', () => {
  test.each([
    ['critical;1795000000000', { level: 'critical', readAtMs: 1_795_000_000_000 }],
    ['healthy;0', { level: 'healthy', readAtMs: 0 }],
    // Cards of 1.x kept more: each backup with its age, of which the time of reading is the sum.
    [
      '1;critical;offline;t1795000000000+60000;never;2026-11-26',
      { level: 'critical', readAtMs: 1_795_000_060_000 },
    ],
    ['1;critical;offline;never;d1795000000000+3;', undefined],
    ['', undefined],
    ['retry', undefined],
    ['fatal;1795000000000', undefined],
    ['critical', undefined],
    ['critical;-1', undefined],
    ['critical;17950000000001', undefined],
    [' critical;1795000000000', undefined],
    ['critical;1795000000000\n', undefined],
    ['critical;'.repeat(50_000), undefined],
  ])('%j', (value, level) => {
    expect(decodeLevel(value)).toEqual(level);
  });
});

describe('a card drawn again', () => {
  const readAtMs = NOW_MS - HOUR_MS;
  const drawnBefore = (level: 'critical' | 'healthy', at = readAtMs): FormatContext => ({
    ...CHANNEL,
    before: { level, readAtMs: at },
  });
  const was = (when: string) => words.recheck.was('🚨', 'critical', when);

  test('says below its title what it was before', () => {
    const time = words.time.dateTime({ atMs: readAtMs, zoneId: '+03:00', nowMs: NOW_MS });
    const { text, blocks } = formatLookup(found(), drawnBefore('critical'));
    expect(text.split('\n')).toContain(was(time));
    const format = was('{date_short_pretty} {time}');
    expect(drawn(blocks)[1]).toBe(`~ <!date^${readAtMs / 1000}^${format}|${was(time)}>`);
  });

  test('says nothing when it is as bad as before, or an earlier answer', () => {
    expect(formatLookup(found(), drawnBefore('healthy'))).toEqual(formatLookup(found(), CHANNEL));
    for (const outcome of [found(CRITICAL), lastKnown({}, 'no-answer')]) {
      expect(formatLookup(outcome, drawnBefore('critical'))).toEqual(formatLookup(outcome, CHANNEL));
    }
  });
});
