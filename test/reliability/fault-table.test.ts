import { describe, expect, test } from 'vitest';
import { durationOf, readingOf } from './fault-table.ts';

describe('the table of faults', () => {
  test.each([
    [20, 'at once'],
    [2_600, '1–5 s'],
    [6_000, '5–10 s'],
    [20_200, '20 s'],
    [26_000, '26 s'],
  ])('%i ms reads %s', (ms, said) => {
    expect(durationOf(ms)).toBe(said);
  });

  test('two lines of what was read, without what changes from run to run', () => {
    expect(readingOf('1001 · fine, 7 s ago\n\nSaid 12 min ago. Try again in 3 s.\nmore')).toBe(
      '1001 · fine, just now ⏎ Said just now. Try again in some seconds.',
    );
  });

  test('what is long is cut where it can be seen', () => {
    expect(readingOf('x'.repeat(400))).toMatch(/^x{149}…$/);
  });
});
