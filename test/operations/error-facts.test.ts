import { expect, test } from 'vitest';
import { reasonOf } from '../../src/operations/error-facts.ts';

test('why it cannot start is what our errors say, what Slack says, and the codes of all others', () => {
  const refused = Object.assign(new Error('connect 10.0.0.1 as ada@customer.example'), {
    code: 'ECONNREFUSED',
  });
  refused.stack = 'Error\n    at connect (node:net:1:1)';
  const failed = new TypeError('fetch failed', { cause: refused });
  failed.stack = 'TypeError\n    at fetch (node:internal/deps/undici/undici:1:1)';
  expect(reasonOf(new Error('no socket', { cause: failed }))).toBe('no socket: ECONNREFUSED');
  const platform = Object.assign(new Error('An API error occurred'), { data: { error: 'invalid_auth' } });
  platform.stack = 'Error\n    at apiCall (/x/node_modules/@slack/web-api/dist/WebClient.js:1:1)';
  expect(reasonOf(platform)).toBe('Slack says invalid_auth');
  failed.cause = undefined;
  expect(reasonOf(failed)).toBe('TypeError');
  expect(reasonOf('a secret')).toBe('string');
});
