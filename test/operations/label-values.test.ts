import { expect, test } from 'vitest';
import { fewWords, serviceResult, slackErrorWord, slackMethod } from '../../src/operations/label-values.ts';

test.each([
  [serviceResult, 'ok', 'ok'],
  [serviceResult, 'http-503', '503'],
  [serviceResult, '418', '4xx'],
  [serviceResult, 'ada@customer.example', 'other'],
  [slackMethod, 'views.publish', 'views.publish'],
  [slackMethod, 'https://hooks.slack.com/x', 'other'],
  [slackErrorWord, 'hash_conflict', 'hash_conflict'],
  [slackErrorWord, 'some_new_word', 'other'],
])('a value that is not expected becomes another that is: %# %s', (toLabel, value, label) => {
  expect(toLabel(value)).toBe(label);
});

test('words of our own are few, short and plain', () => {
  const toLabel = fewWords(2);
  expect(['stale', 'U0123', 'A word', 'a'.repeat(50), 'guest', 'third', 'stale'].map(toLabel)).toEqual([
    'stale',
    'other',
    'other',
    'other',
    'guest',
    'other',
    'stale',
  ]);
});
