import { expect, test } from 'vitest';
import { classifyFailure } from '../../../src/backup-service/circuit-breaker/classify-failure.ts';
import {
  type BackupServiceError,
  BadResponseError,
  BusyError,
  CircuitOpenError,
  HttpError,
  LoginRejectedError,
  NetworkError,
  TimeoutError,
} from '../../../src/backup-service/errors.ts';

const operation = 'general-info';
const failure = new NetworkError({ operation, reason: 'ECONNRESET' });

test.each<[BackupServiceError, string]>([
  [failure, 'down'],
  [new HttpError({ operation, status: 500 }), 'down'],
  [new TimeoutError({ operation, waitingFor: 'response' }), 'down'],
  [new TimeoutError({ operation: 'login', waitingFor: 'token' }), 'down'],
  [new HttpError({ operation, status: 499, hasErrorObject: true }), 'up'],
  [new HttpError({ operation, status: 429 }), 'up'],
  [new HttpError({ operation, status: 403 }), 'down'],
  [new HttpError({ operation, status: 302 }), 'down'],
  [new BadResponseError({ operation, reason: 'not-json' }), 'up'],
  [new LoginRejectedError(), 'up'],
  [new NetworkError({ operation, reason: 'closed' }), 'none'],
  [new TimeoutError({ operation, waitingFor: 'slot' }), 'none'],
  [new CircuitOpenError({ failure, retryAfterMs: 1 }), 'none'],
  [new BusyError({ retryAfterMs: 1_000 }), 'none'],
])('%o says: %s', (error, testimony) => {
  expect(classifyFailure(error)).toBe(testimony);
});
