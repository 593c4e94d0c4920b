import { expect, test } from 'vitest';
import { createCheckUp } from '../../src/lookup/check-up.ts';
import { THRESHOLDS } from '../formatters/samples.ts';

/** A service that is reached as soon as the test says so. */
function setUp() {
  let nowMs = 1_000_000;
  const opening: (() => void)[] = [];
  const signIn = { kind: 'signed-in', expiresAtMs: 0, zone: { id: 'UTC', assumedFrom: 'login' } } as const;
  const checkUp = createCheckUp({
    backupService: {
      reach: () =>
        new Promise((resolve) => {
          opening.push(() => resolve({ kind: 'reached', address: '127.0.0.1', durationMs: opening.length }));
        }),
      signIn: async () => signIn,
      health: () => ({ hasToken: true, breaker: 'closed', answeredAtMs: nowMs }),
    },
    thresholds: THRESHOLDS,
    programVersion: '1',
    nodeVersion: '24',
    now: () => nowMs,
  });
  const ask = () => checkUp({ budgetMs: 2_000 });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { ask, opening, advance, now: () => nowMs };
}

test('opens one connection at a time and shares what it found for five seconds', async () => {
  const { ask, opening, advance } = setUp();
  const crowd = Array.from({ length: 100 }, ask);
  advance(60_000);
  const late = ask();
  expect(opening).toHaveLength(1);
  opening[0]?.();
  for (const { connection } of await Promise.all([...crowd, late]))
    expect(connection).toMatchObject({ durationMs: 1 });
  advance(4_999);
  await ask();
  expect(opening).toHaveLength(1);
  advance(1);
  const next = ask();
  opening[1]?.();
  expect((await next).connection).toMatchObject({ durationMs: 2 });
});

test('says how look-ups end as of now, although the look at the service is shared', async () => {
  const { ask, opening, advance, now } = setUp();
  const first = ask();
  opening[0]?.();
  await first;
  advance(3_000);
  expect((await ask()).answeredAtMs).toBe(now());
  expect(opening).toHaveLength(1);
});

test('looks anew after the clock was set back', async () => {
  const { ask, opening, advance } = setUp();
  const first = ask();
  opening[0]?.();
  await first;
  advance(-60_000);
  void ask(); // Never answered.
  expect(opening).toHaveLength(2);
});
