import { expect, test } from 'vitest';
import { createOpenState } from '../../../src/backup-service/circuit-breaker/create-open-state.ts';
import { HttpError, NetworkError } from '../../../src/backup-service/errors.ts';
import { createClock, deferred } from '../support.ts';

const operation = 'general-info';
const setUp = () => {
  const clock = createClock();
  const failure = new NetworkError({ operation, reason: 'ECONNREFUSED' });
  return { clock, open: createOpenState({ failure, now: clock.now, random: () => 0 }) };
};

test('refuses with the latest failure and the time until this account may probe', () => {
  const { clock, open } = setUp();
  expect(open.refusal('1')).toMatchObject({ failure: { code: 'network' }, retryAfterMs: 10_000 });
  clock.advance(10_000);
  open.probeFailed('1', new HttpError({ operation, status: 503 }));
  expect(open.refusal('2')).toMatchObject({ failure: { code: 'http' }, retryAfterMs: 20_000 });
  expect(open.refusal('1')).toMatchObject({ retryAfterMs: 25_000 });
  clock.advance(-3_600_000);
  expect(open.refusal('1')).toBeUndefined();
});

test('during a probe refuses with a time after which the next one may begin, however it ends', async () => {
  const { clock, open } = setUp();
  clock.advance(10_000);
  const { promise, reject } = deferred<never>();
  const probe = open.probe(() => promise, 20_000);
  clock.advance(5_000);
  const retryAfterMs = open.refusal('2')?.retryAfterMs ?? 0;
  expect(retryAfterMs).toBe(15_000 + 20_000);
  clock.advance(15_000);
  open.probeFailed('1', new HttpError({ operation, status: 503 }));
  reject(new Error('still down'));
  await expect(probe).rejects.toThrow();
  clock.advance(retryAfterMs - 15_000);
  expect(open.refusal('2')).toBeUndefined();
});

test('remembers the accounts of the last hundred failed probes', () => {
  const { clock, open } = setUp();
  const failure = new HttpError({ operation, status: 500 });
  for (let id = 0; id <= 100; id += 1) open.probeFailed(String(id), failure);
  clock.advance(60_000);
  expect(['0', '1', '100'].map((id) => open.refusal(id) === undefined)).toEqual([true, false, false]);
});

test('waits for the end of a probe, and not at all without one', async () => {
  const { open } = setUp();
  await open.probeEnded();
  const { promise, reject } = deferred<never>();
  const probe = open.probe(() => promise, 20_000);
  expect(open.isProbing()).toBe(true);
  const waiting = open.probeEnded();
  reject(new Error('still down'));
  await expect(probe).rejects.toThrow('still down');
  await waiting;
  expect(open.isProbing()).toBe(false);
});
