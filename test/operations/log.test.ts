import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, errorFacts, LOGGABLE, prettily, reasonOf } from '../../src/operations/log.ts';
import { captureLog } from '../support/capture-log.ts';

const E_MAIL = 'ada@customer.example';

/** An error of a parser, whose message contains its input. */
function parserError(): Error {
  try {
    return JSON.parse(E_MAIL);
  } catch (error) {
    return error as Error;
  }
}

describe('a line', () => {
  test.each(['ada@customer.example', 'Ada[AT]customer.example'])(
    'has no id of an account that is an e-mail address: %s',
    (id) => {
      const { log, lines } = captureLog();
      log.info({ accountId: id, accounts: [{ id }, { id: '1004' }], file: '/srv/@app/rules.yaml' }, 'read');
      const replaced = '(an e-mail address)';
      expect(lines).toMatchObject([
        {
          accountId: replaced,
          accounts: [{ id: replaced }, { id: '1004' }],
          file: '/srv/@app/rules.yaml',
        },
      ]);
    },
  );

  test('is readable in a terminal, with its request id', () => {
    const text: string[] = [];
    const { log, inRequest } = createLog('info', prettily({ write: (line) => text.push(line) }));
    inRequest(() => log.warn({ accountId: '1001' }, 'looked up'));
    expect(text.join('')).toMatch(/WARN.*looked up[\s\S]*requestId.*[0-9a-f-]{36}[\s\S]*accountId.*1001/);
  });
});

/** The names of all fields, at any depth. */
const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...namesIn(inner),
      ]);

test('contains only listed fields and no text of foreign errors, for any input', () => {
  const secret = fc.constantFrom('xoxb-secret', 'hunter2-secret', 'ada@secret.example');
  const foreign = secret.map((text) => {
    const error = Object.assign(new Error(text), { code: 'X', config: { token: text } });
    error.stack = `Error: ${text}\n    at send (/x/node_modules/undici/index.js:1:1)`;
    return error;
  });
  const unlisted = fc.string().filter((name) => !LOGGABLE.has(name));
  const listed = fc.constantFrom(...LOGGABLE);
  // Without a limit most time would go into lines of thousands of fields.
  const [DEPTH, KEYS] = [{ maxDepth: 3, depthIdentifier: 'fields' }, { maxKeys: 5 }];
  const { value: given } = fc.letrec<{ value: unknown; fields: object }>((tie) => ({
    fields: fc
      .record({
        listed: fc.dictionary(listed, fc.oneof(DEPTH, fc.integer(), foreign, tie('fields')), KEYS),
        unlisted: fc.dictionary(unlisted, fc.oneof(DEPTH, secret, foreign, tie('fields')), KEYS),
      })
      .map((parts) => ({ ...parts.unlisted, ...parts.listed })),
    value: fc.oneof(tie('fields'), foreign),
  }));
  const OF_ERRORS = ['name', 'code', 'message', 'slackError', 'stack', 'cause'];
  const allowed = new Set([...LOGGABLE, ...OF_ERRORS, 'level', 'time', 'msg']);
  fc.assert(
    fc.property(given, fc.option(fc.constant('a text'), { nil: undefined }), (fields, text) => {
      const { log, lines } = captureLog();
      log.warn(fields as object, text);
      expect(JSON.stringify(lines)).not.toContain('secret');
      expect(namesIn(lines[0]).filter((name) => !allowed.has(name))).toEqual([]);
    }),
  );
});

describe('an error', () => {
  test('of ours has its message and where it was thrown', () => {
    const { log, lines } = captureLog();
    log.error({ err: Object.assign(new TypeError('a press names no account'), { code: 'X' }) }, 'failed');
    expect(lines[0]?.err).toEqual({
      name: 'TypeError',
      code: 'X',
      message: 'a press names no account',
      stack: expect.stringMatching(/^\s+at .*log\.test\.ts/),
    });
  });

  test('of a parser keeps only name, code and frames, also as a cause', () => {
    const { log, lines } = captureLog();
    const cause = parserError();
    expect(String(cause)).toContain('ada@');
    log.error({ err: new Error('no connection', { cause }) }, 'failed');
    log.error(cause);
    log.error({ err: cause });
    log.error({ reason: () => E_MAIL, kind: Symbol(E_MAIL) }, 'odd');
    expect(JSON.stringify(lines)).not.toContain('ada@');
    const withoutText = { msg: 'an error', err: { name: 'SyntaxError' } };
    expect(lines.slice(0, 3)).toMatchObject([
      { err: { message: 'no connection', cause: { name: 'SyntaxError' } } },
      ...[withoutText, withoutText],
    ]);
  });
});

test('the reason of a failed start consists of our messages, Slack’s codes and other codes', () => {
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
])('the message of an error is shown depending on where it was created: %s', (_where, frame, isShown) => {
  const error = new Error('what it was given');
  error.stack = `Error: what it was given\n    ${frame}\n    at ours (file:///app/src/main.ts:1:1)`;
  expect(errorFacts(error).message).toBe(isShown ? 'what it was given' : undefined);
});
