import { expect, test } from 'vitest';
import { createHomeSessions, type HomeSession } from '../../../src/slack/home/home-session.ts';

const person = (userId: string) => ({ teamId: 'T1', userId });

function setUp() {
  const clock = { nowMs: 0 };
  const sessions = createHomeSessions(
    () => ({}) as HomeSession,
    () => clock.nowMs,
  );
  return { ...sessions, clock };
}

test('remembers a Home while it is used, and forgets it half an hour later', () => {
  const { of, find, clock } = setUp();
  expect(find('U1')).toBeUndefined();
  const session = of(person('U1'));
  clock.nowMs += 29 * 60_000;
  expect(of(person('U1'))).toBe(session);
  clock.nowMs += 29 * 60_000;
  expect(find('U1')).toBe(session);
  clock.nowMs += 31 * 60_000;
  expect(find('U1')).toBeUndefined();
});

test('gives two people two Homes', () => {
  const { of } = setUp();
  expect(of(person('U1'))).not.toBe(of(person('U2')));
});

test('forgets the Home that was not used for the longest time', () => {
  const { of, find } = setUp();
  for (let id = 1; id <= 1_001; id += 1) of(person(`U${id}`));
  expect(find('U1')).toBeUndefined();
  expect(find('U1001')).toBeDefined();
});
