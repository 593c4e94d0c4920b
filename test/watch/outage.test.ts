import { expect, test } from 'vitest';
import { isOutNow } from '../../src/watch/outage.ts';

test.each([
  // Accounts that were read within five minutes, those of them that failed, all that are watched.
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
  'of %i accounts %i failed, %i are watched: the service cannot be asked: %s',
  (accounts, failing, watched, isOut) => {
    expect(isOutNow({ accounts, failing, watched }, false)).toBe(isOut);
  },
);

test.each([
  [1, 0, 1, false],
  // One of the two may fail for ever.
  [2, 1, 2, false],
  [1, 0, 3, true],
  [3, 1, 3, false],
  [2, 0, 20, true],
  [3, 0, 20, false],
  [7, 4, 20, true],
  [8, 4, 20, false],
])(
  'since an outage began %i accounts were read, %i of them failed, %i are watched: it goes on: %s',
  (accounts, failing, watched, isOut) => {
    expect(isOutNow({ accounts, failing, watched }, true)).toBe(isOut);
  },
);
