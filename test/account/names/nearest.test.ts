import { expect, test } from 'vitest';
import { nearest } from '../../../src/account/names.ts';

const KEYS = ['name', 'accounts', 'group', 'late_after_hours', 'stale_after_hours', 'weekdays_only'];

test.each([
  ['account', 'accounts'],
  ['acocunt', 'accounts'],
  ['Groups', 'group'],
  ['late-after-hours', 'late_after_hours'],
  ['lateAfterHours', 'late_after_hours'],
  ['colour', undefined],
  ['', undefined],
  ['accounts'.repeat(100_000), undefined],
])('of %s the nearest key is %s', (word, key) => {
  expect(nearest(word, KEYS)).toBe(key);
});
