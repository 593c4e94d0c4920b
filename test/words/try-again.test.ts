import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tryAgain as english } from '../../src/words/en/cards.ts';
import { roundUpWait } from '../../src/words/grammar.ts';
import { tryAgain as turkish } from '../../src/words/tr/cards.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test.each([
  [undefined, 'Try again in a minute.', 'Bir dakika sonra yeniden deneyin.'],
  [0, 'Try again now.', 'Şimdi yeniden deneyin.'],
  [1, 'Try again in 1\u00A0s.', '1\u00A0sn sonra yeniden deneyin.'],
  [1_001, 'Try again in 2\u00A0s.', '2\u00A0sn sonra yeniden deneyin.'],
  [59_000, 'Try again in 59\u00A0s.', '59\u00A0sn sonra yeniden deneyin.'],
  [59_001, 'Try again in 1\u00A0min.', '1\u00A0dk sonra yeniden deneyin.'],
  [61_000, 'Try again in 2\u00A0min.', '2\u00A0dk sonra yeniden deneyin.'],
  [59 * MINUTE_MS + 1, 'Try again in 1\u00A0h.', '1\u00A0saat sonra yeniden deneyin.'],
  [119 * MINUTE_MS, 'Try again in 2\u00A0h.', '2\u00A0saat sonra yeniden deneyin.'],
  [48 * HOUR_MS + 1, 'Try again in 3\u00A0days.', '3\u00A0gün sonra yeniden deneyin.'],
])('a wait of %s ms is never said shorter than it is', (ms, en, tr) => {
  expect([english(ms), turkish(ms)]).toEqual([en, tr]);
});

test('what is said is never less than the wait, and less than one unit more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 * HOUR_MS }), (ms) => {
      const roundedMs = roundUpWait(ms);
      expect(roundedMs).toBeGreaterThanOrEqual(ms);
      expect(roundedMs - ms).toBeLessThan(
        ms <= HOUR_MS ? MINUTE_MS : ms <= 48 * HOUR_MS ? HOUR_MS : 24 * HOUR_MS,
      );
    }),
  );
});
