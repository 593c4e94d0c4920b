import { expect, test } from 'vitest';
import {
  BadResponseError,
  BusyError,
  CircuitOpenError,
  factsOf,
  HttpError,
  isBackupServiceError,
  LoginRejectedError,
  NetworkError,
  TimeoutError,
} from '../../src/backup-service/errors.ts';

const operation = 'general-info';
const ERRORS = [
  new HttpError({ operation, status: 429, retryAfterMs: 5, serviceCode: 'SLOW' }),
  new NetworkError({ operation, reason: 'ECONNRESET' }),
  new TimeoutError({ operation, waitingFor: 'slot' }),
  new BadResponseError({ operation, reason: 'not-json', status: 200 }),
  new LoginRejectedError({ retryAfterMs: 60_000 }),
  new CircuitOpenError({
    failure: new NetworkError({ operation, reason: 'ECONNRESET' }),
    retryAfterMs: 5_000,
  }),
  new BusyError({ retryAfterMs: 1_000 }),
];

test('each kind is known by its code and is a BackupServiceError', () => {
  expect(ERRORS.map(({ code }) => code)).toEqual([
    'http',
    'network',
    'timeout',
    'bad-response',
    'login-rejected',
    'circuit-open',
    'busy',
  ]);
  expect(ERRORS.every(isBackupServiceError)).toBe(true);
});

test.each([
  new Error('x'),
  new TypeError('x'),
  Object.assign(new Error('x'), { code: 'http' }),
  'http',
  undefined,
])('%o is none: it may be a defect', (error) => {
  expect(isBackupServiceError(error)).toBe(false);
});

test('what is not known is undefined', () => {
  expect(new HttpError({ operation, status: 500 })).toMatchObject({ retryAfterMs: undefined });
  expect(new LoginRejectedError()).toMatchObject({ retryAfterMs: undefined });
  expect(new BadResponseError({ operation, reason: 'malformed-http' })).toMatchObject({ status: undefined });
});

test('for a log line each is flat facts', () => {
  expect(ERRORS.map(factsOf)).toEqual([
    { code: 'http', operation, status: 429, retryAfterMs: 5, serviceCode: 'SLOW' },
    { code: 'network', operation, reason: 'ECONNRESET' },
    { code: 'timeout', operation, waitingFor: 'slot' },
    { code: 'bad-response', operation, reason: 'not-json', status: 200 },
    { code: 'login-rejected', operation: 'login', retryAfterMs: 60_000 },
    { code: 'circuit-open', operation, reason: 'ECONNRESET', retryAfterMs: 5_000 },
    { code: 'busy', operation, retryAfterMs: 1_000 },
  ]);
});
