import { expect, test } from 'vitest';
import { failureOf } from '../../src/lookup/lookup-backup-status.ts';
import { ServiceError, type ServiceErrorCode } from '../../src/service/errors.ts';

const errorOf = (code: ServiceErrorCode, retryAfterMs?: number) =>
  new ServiceError(code, { operation: 'general-info', retryAfterMs });

test.each<ServiceErrorCode>(['invalid-id', 'forbidden', 'not-found'])('%s is about the account', (code) => {
  expect(failureOf('1001', errorOf(code))).toEqual({ kind: code, id: '1001' });
});

test.each<[ServiceErrorCode, string]>([
  ['timeout', 'no-answer'],
  ['network', 'no-answer'],
  ['server-error', 'no-answer'],
  ['closed', 'no-answer'],
  ['bad-response', 'bad-response'],
  ['login-rejected', 'login-rejected'],
  ['rate-limited', 'busy'],
  ['busy', 'busy'],
])('%s: unavailable, %s', (code, reason) => {
  expect(failureOf('1001', errorOf(code))).toEqual({ kind: 'unavailable', id: '1001', reason });
});

test('a time to wait is handed on', () => {
  expect(failureOf('1001', errorOf('rate-limited', 7_000))).toMatchObject({ retryAfterMs: 7_000 });
});

test('anything else is a defect and thrown as it is', () => {
  const defect = new TypeError('of ours');
  expect(() => failureOf('1001', defect)).toThrow(defect);
  expect(() => failureOf('1001', { code: 'not-found' })).toThrow();
});
