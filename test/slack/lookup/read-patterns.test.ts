import { expect, test } from 'vitest';
import { readPatterns } from '../../../src/slack/lookup/input.ts';

test.each([
  ['all', ['*']],
  ['HEPSİ', ['*']],
  ['*', ['*']],
  ['20*', ['20*']],
  [' 20*,  AR-* ; 20*', ['20*', 'AR-*']],
  ['*04', 'mixed'],
  ['10*4', 'mixed'],
  ['20**', 'mixed'],
  ['20* 1004', 'mixed'],
  [Array.from({ length: 11 }, (_, index) => `${index}*`).join(' '), 'mixed'],
  [`${'1'.repeat(200)}*`, 'mixed'],
  ['1004', undefined],
  ['all seasons hotel', undefined],
  ['', undefined],
])('%j: %j', (typed, patterns) => {
  expect(readPatterns(typed)).toEqual(patterns);
});
