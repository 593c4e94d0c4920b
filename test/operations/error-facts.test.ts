import { expect, test } from 'vitest';
import { errorFacts, reasonOf } from '../../src/operations/log.ts';

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
  expect(reasonOf(platform)).toBe('invalid_auth');
  failed.cause = undefined;
  expect(reasonOf(failed)).toBe('an unknown error');
  const twice = new Error('Slack refused the bot token: invalid_auth', { cause: platform });
  expect(reasonOf(twice)).toBe('Slack refused the bot token: invalid_auth');
  expect(reasonOf(new Error('the database cannot be used (ECONNREFUSED)', { cause: refused }))).toBe(
    'the database cannot be used (ECONNREFUSED)',
  );
  expect(reasonOf('a secret')).toBe('an unknown error');
});

test.each([
  ['from source', 'at read (file:///app/src/config.ts:1:1)', true],
  ['built', 'at read (file:///app/dist/main.js:1:1)', true],
  ['as some loaders name it', 'at /app/src/config.ts:1:1', true],
  ['of a package', 'at parse (file:///app/node_modules/yaml/dist/parse.js:1:1)', false],
  ['of a package, built', 'at parse (file:///app/dist/node_modules/dependencies.js:1:1)', false],
  ['of Node', 'at JSON.parse (<anonymous>)', false],
  ['of a module of Node', 'at connect (node:net:1:1)', false],
])('what an error says is ours to show by where it was made: %s', (_where, frame, isShown) => {
  const error = new Error('what it was given');
  error.stack = `Error: what it was given\n    ${frame}\n    at ours (file:///app/src/main.ts:1:1)`;
  expect(errorFacts(error).message).toBe(isShown ? 'what it was given' : undefined);
});
