import { expect, test } from 'vitest';
import { createStaleCache } from '../../../src/slack/authorize/user-directory.ts';

const WAIT_MS = 20;

/** Questions that the test answers, at a clock that the test sets. */
function startRemembering(maxCount = 10) {
  let nowMs = 1_000;
  const asked: { key: string; answer: (value: string | undefined) => void }[] = [];
  const { get: read, peek: recall } = createStaleCache<string>({
    ask: (key) => new Promise((answer) => asked.push({ key, answer })),
    freshForMs: () => 100,
    keepForMs: 100_000,
    waitMs: WAIT_MS,
    maxCount,
    now: () => nowMs,
  });
  async function readAnswered(key: string, value: string | undefined) {
    const reading = read(key);
    asked.at(-1)?.answer(value);
    return reading;
  }
  return {
    asked,
    read,
    recall,
    readAnswered,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

test('a fresh answer is given without asking, an old one only when there is no newer one', async () => {
  const { asked, read, readAnswered, advance } = startRemembering();
  expect(await readAnswered('a', 'one')).toBe('one');
  advance(99);
  expect(await read('a')).toBe('one');
  expect(asked).toHaveLength(1);
  advance(1);
  expect(await readAnswered('a', 'two')).toBe('two');
  advance(100);
  expect(await readAnswered('a', undefined)).toBe('two');
  expect(await readAnswered('b', undefined)).toBeUndefined();
});

test('after one that did not come, what is known is given at once for a while', async () => {
  const { asked, read, readAnswered, advance } = startRemembering();
  await readAnswered('a', 'one');
  advance(100);
  await readAnswered('a', undefined);
  advance(9_999);
  expect(await read('a')).toBe('one');
  expect(asked).toHaveLength(2);
  advance(1);
  expect(await readAnswered('a', 'two')).toBe('two');
  expect(asked).toHaveLength(3);
});

test('a second caller while it is asked waits for the same answer, and it counts even when it comes too late', async () => {
  const { asked, read } = startRemembering();
  expect(await Promise.all([read('a'), read('a')])).toEqual([undefined, undefined]);
  expect(asked).toHaveLength(1);
  asked[0]?.answer('late');
  await expect.poll(() => read('a')).toBe('late');
  expect(asked).toHaveLength(1);
});

test('is bounded in age and in count', async () => {
  const { read, readAnswered, advance, asked } = startRemembering(2);
  for (const key of ['a', 'b', 'c']) await readAnswered(key, key);
  expect(await read('b')).toBe('b');
  // The oldest of three is gone.
  expect(await readAnswered('a', undefined)).toBeUndefined();
  expect(asked).toHaveLength(4);
  advance(100_001);
  expect(await readAnswered('c', undefined)).toBeUndefined();
});

test('what is remembered can be had without asking, however old', async () => {
  const { recall, readAnswered, advance, asked } = startRemembering();
  expect(recall('a')).toBeUndefined();
  await readAnswered('a', 'one');
  advance(50_000);
  expect(recall('a')).toBe('one');
  advance(50_001);
  expect(recall('a')).toBeUndefined();
  expect(asked).toHaveLength(1);
});
