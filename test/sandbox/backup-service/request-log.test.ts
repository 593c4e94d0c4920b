import { expect, test } from 'vitest';
import { createRequestLog } from '../../../sandbox/backup-service/request-log.ts';

const REQUEST = { method: 'GET', path: '/api/v1/general-info', accountId: '1001' };

test('counts what is in flight now and at most', () => {
  const log = createRequestLog();
  const first = log.begin(REQUEST);
  const second = log.begin(REQUEST);
  first.ended();
  first.ended();
  expect(log.counts).toMatchObject({ inFlight: 1, maxInFlight: 2 });
  second.ended();
  expect(log.counts).toMatchObject({ inFlight: 0, maxInFlight: 2 });
});

test('a reset forgets all but what is in flight', () => {
  const log = createRequestLog();
  const { counts, requests } = log;
  const open = log.begin(REQUEST);
  log.begin(REQUEST).ended();
  log.countLogin(true);
  log.countLogin(false);
  log.countGeneralInfo();
  log.reset();
  expect(counts).toEqual({ logins: 0, rejectedLogins: 0, generalInfos: 0, inFlight: 1, maxInFlight: 1 });
  expect(requests).toEqual([]);
  open.ended();
  expect(counts.inFlight).toBe(0);
});

test('an answer is noted beside its request', () => {
  const log = createRequestLog();
  const { answered } = log.begin(REQUEST);
  expect(log.requests).toEqual([REQUEST]);
  answered(404);
  expect(log.requests).toEqual([{ ...REQUEST, status: 404 }]);
});

test('the newest 10,000 requests are kept', () => {
  const log = createRequestLog();
  for (let id = 1; id <= 10_001; id += 1) log.begin({ ...REQUEST, accountId: String(id) }).ended();
  expect(log.requests).toHaveLength(10_000);
  expect(log.requests[0]).toMatchObject({ accountId: '2' });
  expect(log.requests.at(-1)).toMatchObject({ accountId: '10001' });
});
