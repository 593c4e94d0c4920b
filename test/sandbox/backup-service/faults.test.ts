import { expect, test } from 'vitest';
import { createFaults, type Fault } from '../../../sandbox/backup-service/faults.ts';

const LOGIN = { operation: 'login' } as const;
const READ_1 = { operation: 'general-info', accountId: '1001' } as const;
const READ_2 = { operation: 'general-info', accountId: '1002' } as const;
const status = (code: number): Fault => ({ kind: 'status', status: code });

test('without a scope a fault meets both operations until cleared', () => {
  const faults = createFaults();
  faults.add({ kind: 'hang' });
  for (const request of [LOGIN, READ_1, READ_2, LOGIN])
    expect(faults.take(request)).toEqual({ kind: 'hang' });
  faults.add(status(500), { next: 1 });
  faults.clear();
  expect(faults.take(LOGIN)).toBeUndefined();
});

test('a fault of an account meets nobody else and no login', () => {
  const faults = createFaults();
  faults.add({ kind: 'hang' }, { account: '1001' });
  expect([LOGIN, READ_1, READ_2].map((request) => faults.take(request)?.kind)).toEqual([
    undefined,
    'hang',
    undefined,
  ]);
});

test('a fault of an operation leaves the other alone', () => {
  const faults = createFaults();
  faults.add({ kind: 'hang' }, { operation: 'login' });
  expect(faults.take(READ_1)).toBeUndefined();
  expect(faults.take(LOGIN)).toEqual({ kind: 'hang' });
});

test('faults for the next requests are used up in the order given, then the lasting ones count, newest first', () => {
  const faults = createFaults();
  faults.add(status(500), { next: 2 });
  faults.add(status(501));
  faults.add(status(502), { next: 1 });
  faults.add(status(503));
  const met = Array.from({ length: 5 }, () => faults.take(READ_1));
  expect(met).toEqual([500, 500, 502, 503, 503].map(status));
});

test('a request that a fault does not fit does not use it up', () => {
  const faults = createFaults();
  faults.add(status(500), { next: 1, account: '1002' });
  expect(faults.take(READ_1)).toBeUndefined();
  expect(faults.take(READ_2)).toEqual(status(500));
  expect(faults.take(READ_2)).toBeUndefined();
});

test.each([0, -1, 1.5, Number.NaN])('next %d is refused', (next) => {
  expect(() => createFaults().add({ kind: 'hang' }, { next })).toThrow(RangeError);
});

test.each([100, 199, 600, 404.5])('status %d is refused', (code) => {
  expect(() => createFaults().add(status(code))).toThrow(RangeError);
  expect(() => createFaults().add({ kind: 'html-page', status: code })).toThrow(RangeError);
});
