import { inspect } from 'node:util';
import { errors } from 'undici';
import { expect, test } from 'vitest';
import { BadResponseError } from '../../../src/backup-service/errors.ts';
import { ClosedError } from '../../../src/backup-service/http/abort.ts';
import { toServiceError } from '../../../src/backup-service/http/create-http-client.ts';

const coded = (code: string, facts: object = {}) => Object.assign(new Error('x'), { code, ...facts });
const named = (error: unknown) => toServiceError(error, 'general-info');

test.each([
  ['ECONNREFUSED', 'network'],
  ['ENOTFOUND', 'network'],
  ['UND_ERR_SOCKET', 'network'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'bad-response'],
])('%s is %s', (code, expected) => {
  expect(named(coded(code))).toMatchObject({ code: expected, operation: 'general-info' });
});

test('the abort of an attempt is a timeout, the end of the adapter is none', () => {
  expect(named(new DOMException('', 'TimeoutError'))).toMatchObject({
    code: 'timeout',
    waitingFor: 'response',
  });
  expect(named(new ClosedError())).toMatchObject({ code: 'network', reason: 'closed' });
});

test('what has a name keeps it', () => {
  const error = new BadResponseError({ operation: 'login', reason: 'no-token' });
  expect(named(error)).toBe(error);
});

test.each([new TypeError('x is undefined'), coded('UND_ERR_INVALID_ARG'), 'text'])(
  '%o is a defect',
  (error) => {
    expect(() => named(error)).toThrow(error instanceof Error ? error : undefined);
  },
);

test('what is no HTTP is of no use, and the bytes the parser choked on go no further', () => {
  const choked = Object.assign(new errors.HTTPParserError('no HTTP'), { data: '{"token":"secret-token"}' });
  const error = named(choked);
  expect(error).toMatchObject({ code: 'bad-response', reason: 'malformed-http' });
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret-token');
});
