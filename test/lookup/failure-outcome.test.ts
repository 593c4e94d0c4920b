import { describe, expect, test } from 'vitest';
import {
  BadResponseError,
  BusyError,
  CircuitOpenError,
  HttpError,
  LoginRejectedError,
  NetworkError,
  TimeoutError,
} from '../../src/backup-service/errors.ts';
import { failureOutcome } from '../../src/lookup/failure-outcome.ts';

const read = (status: number, facts: Partial<ConstructorParameters<typeof HttpError>[0]> = {}) =>
  new HttpError({ operation: 'general-info', status, hasErrorObject: true, ...facts });
const page = (status: number) => read(status, { hasErrorObject: false });
const login = (status: number, hasErrorObject = false) =>
  new HttpError({ operation: 'login', status, hasErrorObject });

const SOON = { retryAfterMs: 7_000 };
const downFor = (retryAfterMs: number) => new CircuitOpenError({ failure: read(503), retryAfterMs });

describe('what the service did becomes', () => {
  test.each([
    [400, 'invalid-id'],
    [403, 'forbidden'],
    [404, 'not-found'],
  ])('a %d on the account: %s', (status, kind) => {
    expect(failureOutcome('1001', read(status))).toEqual({ kind, id: '1001' });
  });

  test('a 401 for this account alone: forbidden', () => {
    expect(failureOutcome('1001', read(401, { isThisAccountAlone: true }))).toEqual({
      kind: 'forbidden',
      id: '1001',
    });
  });

  test.each([
    ['a 429', read(429), 'busy'],
    ['a token refused twice', read(401), 'login-rejected'],
    ['a 500', read(500), 'no-answer'],
    ['a 503', read(503), 'no-answer'],
    ['a redirect', page(302), 'bad-response'],
    ['a redirect of the login', login(307), 'bad-response'],
    ['a page with 400', page(400), 'bad-response'],
    ['a page with 401', page(401), 'bad-response'],
    ['a page with 403', page(403), 'bad-response'],
    ['a page with 404', page(404), 'bad-response'],
    ['a page with 502', page(502), 'no-answer'],
    ['a 418', read(418), 'bad-response'],
    ['a page with 404 on the login', login(404), 'bad-response'],
    ['a page with 400 on the login', login(400), 'bad-response'],
    ['a page with 401 on the login', login(401), 'bad-response'],
    ['a page with 403 on the login', login(403), 'bad-response'],
    ['a 429 on the login', login(429), 'busy'],
    ['no connection', new NetworkError({ operation: 'login', reason: 'ECONNRESET' }), 'no-answer'],
    ['slowness', new TimeoutError({ operation: 'general-info', waitingFor: 'response' }), 'no-answer'],
    ['a slow login', new TimeoutError({ operation: 'login', waitingFor: 'token' }), 'no-answer'],
    ['our own queue', new TimeoutError({ operation: 'general-info', waitingFor: 'slot' }), 'busy'],
    ['nonsense', new BadResponseError({ operation: 'general-info', reason: 'not-json' }), 'bad-response'],
    ['wrong credentials', new LoginRejectedError(), 'login-rejected'],
  ])('%s: unavailable', (_name, error, reason) => {
    expect(failureOutcome('1001', error)).toEqual({ kind: 'unavailable', id: '1001', reason });
  });

  test.each([read(429, SOON), read(503, SOON), new LoginRejectedError(SOON), new BusyError(SOON)])(
    'a time to wait is handed on: %s',
    (error) => {
      expect(failureOutcome('1001', error)).toMatchObject({ kind: 'unavailable', retryAfterMs: 7_000 });
    },
  );

  test('anything else is a defect and thrown as it is', () => {
    const defect = new TypeError('of ours');
    expect(() => failureOutcome('1001', defect)).toThrow(defect);
    expect(() => failureOutcome('1001', { code: 'http', status: 404 })).toThrow();
  });
});

test('a service known to be down says when it will be asked again', () => {
  expect(failureOutcome('1', downFor(8_000))).toEqual({
    kind: 'unavailable',
    id: '1',
    reason: 'no-answer',
    retryAfterMs: 8_000,
  });
});
