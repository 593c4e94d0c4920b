import { expect, test } from 'vitest';
import { isOutNow } from '../../src/watch/outage.ts';

test.each([
  // Accounts read within five minutes, failed ones among them, all watched accounts, whether it is an outage.
  [1, 1, 1, true],
  [1, 1, 2, false],
  [2, 1, 2, false],
  [2, 2, 2, true],
  [3, 2, 3, true],
  [4, 2, 4, false],
  [4, 4, 20, false],
  [5, 3, 20, true],
  [400, 200, 5_000, false],
  [400, 201, 5_000, true],
])(
  'of %i accounts read %i failed, %i are watched: an outage begins: %s',
  (accounts, failing, watched, isOut) => {
    expect(isOutNow({ accounts, failing, watched }, false)).toBe(isOut);
  },
);

test.each([
  [1, 0, 1, false],
  // One of the two may be failing all the time.
  [2, 1, 2, false],
  [1, 0, 3, true],
  [3, 1, 3, false],
  [2, 0, 20, true],
  [3, 0, 20, false],
  [7, 4, 20, true],
  [8, 4, 20, false],
])(
  'of %i accounts read since an outage began %i failed, %i are watched: it continues: %s',
  (accounts, failing, watched, isOut) => {
    expect(isOutNow({ accounts, failing, watched }, true)).toBe(isOut);
  },
);
