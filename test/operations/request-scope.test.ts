import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRequestScope } from '../../src/operations/request-scope.ts';

test('each request has an id of its own, in all that it awaits and starts', async () => {
  const { run, id } = createRequestScope();
  expect(id()).toBeUndefined();
  const ids = await Promise.all(
    [1, 2].map(() =>
      run(async () => {
        const first = id();
        await sleep(1);
        const later = new Promise((resolve) => setImmediate(() => resolve(id())));
        expect(await later).toBe(first);
        return first;
      }),
    ),
  );
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain(undefined);
});
