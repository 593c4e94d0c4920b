import { expect, test } from 'vitest';
import type { HomeSession } from '../../../src/slack/home/home-session.ts';
import { createHomeSessions } from '../../../src/slack/home/home-sessions.ts';

const person = (userId: string) => ({ teamId: 'T1', userId });

function setUp(maxCount?: number) {
  const clock = { nowMs: 0 };
  const busy = new Set<HomeSession>();
  const sessions = createHomeSessions({
    create: () => {
      const session: HomeSession = { isBusy: () => busy.has(session) } as HomeSession;
      return session;
    },
    now: () => clock.nowMs,
    ...(maxCount !== undefined && { maxCount }),
  });
  return { ...sessions, clock, busy };
}

test('remembers a Home while it is used, and forgets it half an hour later', () => {
  const { of, find, clock } = setUp();
  expect(find(person('U1'))).toBeUndefined();
  const session = of(person('U1'));
  clock.nowMs += 29 * 60_000;
  expect(of(person('U1'))).toBe(session);
  clock.nowMs += 29 * 60_000;
  expect(find(person('U1'))).toBe(session);
  clock.nowMs += 31 * 60_000;
  expect(find(person('U1'))).toBeUndefined();
});

test('gives people of two teams two Homes', () => {
  const { of } = setUp();
  expect(of(person('U1'))).not.toBe(of({ teamId: 'T2', userId: 'U1' }));
});

test('forgets the Home that was not used for the longest time, unless something is under way in it', () => {
  const { of, find, busy } = setUp(2);
  const first = of(person('U1'));
  busy.add(first);
  of(person('U2'));
  of(person('U3'));
  of(person('U4'));
  expect(find(person('U2'))).toBeUndefined();
  expect(find(person('U4'))).toBeDefined();
  expect(find(person('U1'))).toBe(first);
});

test('forgets a Home that is no longer busy', () => {
  const { of, find, busy, clock } = setUp();
  const session = of(person('U1'));
  busy.add(session);
  clock.nowMs += 31 * 60_000;
  expect(of(person('U1'))).toBe(session);
  clock.nowMs += 31 * 60_000;
  busy.clear();
  expect(find(person('U1'))).toBeUndefined();
});
