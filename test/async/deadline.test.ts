import { expect, test } from 'vitest';
import { createDeadline } from '../../src/async.ts';

function startAt(nowMs: number) {
  const clock = { nowMs };
  return { clock, deadline: createDeadline(() => clock.nowMs) };
}

test('counts every limit from its start', () => {
  const { clock, deadline } = startAt(5_000);
  clock.nowMs = 5_700;
  expect(deadline.startedAtMs).toBe(5_000);
  expect(deadline.elapsedMs()).toBe(700);
  expect(deadline.leftMs(2_000)).toBe(1_300);
});

test('leaves nothing of a limit that is over, and never less', () => {
  const { clock, deadline } = startAt(5_000);
  clock.nowMs = 9_000;
  expect(deadline.leftMs(2_000)).toBe(0);
});
