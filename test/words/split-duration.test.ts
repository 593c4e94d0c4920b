import { expect, it } from 'vitest';
import { splitDuration } from '../../src/words/split-duration.ts';

const H = 3_600_000;

it.each([
  [-1, { kind: 'under-a-minute' }],
  [59_999, { kind: 'under-a-minute' }],
  [Number.NaN, { kind: 'under-a-minute' }],
  [60_000, { kind: 'minutes', minutes: 1 }],
  [H - 1, { kind: 'minutes', minutes: 59 }],
  [49 * H - 1, { kind: 'hours', hours: 48 }],
  [49 * H, { kind: 'days', days: 2, hours: 1 }],
  [239 * H, { kind: 'days', days: 9, hours: 23 }],
  [245 * H, { kind: 'days', days: 10, hours: 0 }],
])('of %i ms this is worth saying: %j', (ms, parts) => {
  expect(splitDuration(ms)).toEqual(parts);
});
