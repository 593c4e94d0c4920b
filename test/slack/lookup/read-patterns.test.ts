import { expect, test } from 'vitest';
import { readPatterns } from '../../../src/slack/lookup/input.ts';

test.each([
  ['all', ['*'], ''],
  ['HEPSİ', ['*'], ''],
  ['*', ['*'], ''],
  ['20*', ['20*'], ''],
  [' 20*,  AR-* ; 20*', ['20*', 'AR-*'], ''],
  ['*04', [], '*04'],
  ['10*4', [], '10*4'],
  ['20**', [], '20**'],
  ['20* Acme Ltd, 1004', ['20*'], 'Acme Ltd, 1004'],
  [`${'1'.repeat(200)}*`, [], `${'1'.repeat(200)}*`],
  ['1004', [], '1004'],
  ['all seasons hotel', [], 'all seasons hotel'],
  ['', [], ''],
])('%j: %j, and %j', (typed, patterns, rest) => {
  expect(readPatterns(typed)).toEqual({ patterns, rest });
});
