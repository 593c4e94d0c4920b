import { expect, test } from 'vitest';
import { createOutage } from '../../../src/backup-service/circuit-breaker/create-outage.ts';
import { HttpError, NetworkError } from '../../../src/backup-service/errors.ts';
import { createClock, deferred } from '../support.ts';

const operation = 'general-info';
const setUp = () => {
  const clock = createClock();
  const failure = new NetworkError({ operation, reason: 'ECONNREFUSED' });
  return { clock, outage: createOutage({ failure, now: clock.now, random: () => 0 }) };
};

test('what is told is the latest failure, and the time until this account may be asked for', () => {
  const { clock, outage } = setUp();
  expect(outage.refusal('1')).toMatchObject({ failure: { code: 'network' }, retryAfterMs: 10_000 });
  clock.advance(10_000);
  outage.probeFailed('1', new HttpError({ operation, status: 503 }));
  expect(outage.refusal('2')).toMatchObject({ failure: { code: 'http' }, retryAfterMs: 20_000 });
  expect(outage.refusal('1')).toMatchObject({ retryAfterMs: 25_000 });
  clock.advance(-3_600_000);
  expect(outage.mayProbe('1')).toBe(true);
});

test('beside a probe the time told is over when the next one may begin, however the probe ends', async () => {
  const { clock, outage } = setUp();
  clock.advance(10_000);
  const { promise, reject } = deferred<never>();
  const probe = outage.probe(() => promise, 20_000);
  clock.advance(5_000);
  const { retryAfterMs } = outage.refusal('2');
  expect(retryAfterMs).toBe(15_000 + 20_000);
  clock.advance(15_000);
  outage.probeFailed('1', new HttpError({ operation, status: 503 }));
  reject(new Error('still down'));
  await expect(probe).rejects.toThrow();
  clock.advance(retryAfterMs - 15_000);
  expect(outage.mayProbe('2')).toBe(true);
});

test('the accounts of failed probes are forgotten once there are a hundred of them', () => {
  const { clock, outage } = setUp();
  const failure = new HttpError({ operation, status: 500 });
  for (let id = 0; id <= 100; id += 1) outage.probeFailed(String(id), failure);
  clock.advance(60_000);
  expect([outage.mayProbe('0'), outage.mayProbe('1'), outage.mayProbe('100')]).toEqual([true, false, false]);
});

test('those who wait for a probe go on when it ends, and none waits where there is none', async () => {
  const { outage } = setUp();
  await outage.probeEnded();
  const { promise, reject } = deferred<never>();
  const probe = outage.probe(() => promise, 20_000);
  expect(outage.isProbing()).toBe(true);
  const waiting = outage.probeEnded();
  reject(new Error('still down'));
  await expect(probe).rejects.toThrow('still down');
  await waiting;
  expect(outage.isProbing()).toBe(false);
});
