import { expect, test } from 'vitest';
import { createOutage } from '../../src/backup-service/create-outage.ts';
import { HttpError, NetworkError } from '../../src/backup-service/errors.ts';
import { createClock, deferred } from './support.ts';

const operation = 'general-info';
const setUp = () => {
  const clock = createClock();
  const failure = new NetworkError({ operation, reason: 'ECONNREFUSED' });
  return { clock, outage: createOutage({ failure, now: clock.now, random: () => 0 }) };
};

test('what is told is the latest failure, and never less than a second', () => {
  const { clock, outage } = setUp();
  expect(outage.refusal()).toMatchObject({ failure: { code: 'network' }, retryAfterMs: 10_000 });
  clock.advance(10_000);
  outage.probeFailed('1', new HttpError({ operation, status: 503 }));
  expect(outage.refusal()).toMatchObject({ failure: { code: 'http' }, retryAfterMs: 20_000 });
  clock.advance(20_000);
  expect(outage.refusal()).toMatchObject({ retryAfterMs: 1_000 });
  clock.advance(-3_600_000);
  expect(outage.refusal()).toMatchObject({ retryAfterMs: 20_000 });
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
  const probe = outage.probe(() => promise);
  expect(outage.isProbing()).toBe(true);
  const waiting = outage.probeEnded();
  reject(new Error('still down'));
  await expect(probe).rejects.toThrow('still down');
  await waiting;
  expect(outage.isProbing()).toBe(false);
});
