import { expect, test } from 'vitest';
import type { HomeSession } from '../../../src/slack/home/home-session.ts';
import { createHomeSessions } from '../../../src/slack/home/home-sessions.ts';

const person = (userId: string) => ({ teamId: 'T1', userId });

function setUp() {
  const clock = { nowMs: 0 };
  const busy = new Set<HomeSession>();
  const sessions = createHomeSessions(
    () => {
      const session: HomeSession = { isBusy: () => busy.has(session) } as HomeSession;
      return session;
    },
    () => clock.nowMs,
  );
  return { ...sessions, clock, busy };
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

test('forgets the Home that was not used for the longest time, unless something is under way in it', () => {
  const { of, find, busy } = setUp();
  const first = of(person('U1'));
  busy.add(first);
  for (let id = 2; id <= 1_002; id += 1) of(person(`U${id}`));
  expect(find('U2')).toBeUndefined();
  expect(find('U1002')).toBeDefined();
  expect(find('U1')).toBe(first);
});

test('forgets a Home that is no longer busy', () => {
  const { of, find, busy, clock } = setUp();
  const session = of(person('U1'));
  busy.add(session);
  clock.nowMs += 31 * 60_000;
  expect(of(person('U1'))).toBe(session);
  clock.nowMs += 31 * 60_000;
  busy.clear();
  expect(find('U1')).toBeUndefined();
});
