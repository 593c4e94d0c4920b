import { expect, test } from 'vitest';
import { createHomeMemories } from '../../../src/slack/home/home-memory.ts';

const person = (userId: string) => ({ teamId: 'T1', userId });

test('a Home is remembered while it is used, and forgotten half an hour after', () => {
  let nowMs = 0;
  const memories = createHomeMemories({ now: () => nowMs });
  expect(memories.find(person('U1'))).toBeUndefined();
  const memory = memories.of(person('U1'));
  nowMs += 29 * 60_000;
  expect(memories.of(person('U1'))).toBe(memory);
  nowMs += 29 * 60_000;
  expect(memories.find(person('U1'))).toBe(memory);
  nowMs += 30 * 60_000;
  expect(memories.find(person('U1'))).toBeUndefined();
});

test('people of two teams are two people', () => {
  const memories = createHomeMemories({ now: () => 0 });
  expect(memories.of(person('U1'))).not.toBe(memories.of({ teamId: 'T2', userId: 'U1' }));
});

test('the one not used for the longest time goes first, but none in which something is under way', () => {
  const memories = createHomeMemories({ now: () => 0, maxCount: 2 });
  const busy = memories.of(person('U1'));
  busy.round = Promise.resolve({ outcomes: [], isPublished: true });
  memories.of(person('U2'));
  memories.of(person('U3'));
  memories.of(person('U4'));
  expect(memories.find(person('U2'))).toBeUndefined();
  expect(memories.find(person('U1'))).toBe(busy);
  expect(memories.find(person('U4'))).toBeDefined();
});
