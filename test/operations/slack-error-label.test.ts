import { expect, test } from 'vitest';
import { slackErrorLabel } from '../../src/operations/create-metrics.ts';

test.each([
  ['hash_conflict', 'hash_conflict'],
  ['token_revoked', 'token_revoked'],
  ['spent', 'spent'],
  ['not_json', 'not_json'],
  ['http_503', 'http_5xx'],
  ['http_404', 'http_4xx'],
  ['some_new_word', 'other'],
  ['ada@customer.example', 'other'],
  ['other', 'other'],
])('labels %s as %s', (word, label) => {
  expect(slackErrorLabel(word)).toBe(label);
});
