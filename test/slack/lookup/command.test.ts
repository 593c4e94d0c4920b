import { expect, test } from 'vitest';
import type { Person } from '../../../src/account/names.ts';
import { found } from '../../messages/samples.ts';
import { startEdge, startStore } from '../../support/start-edge.ts';

test('the time limit of an answer counts from the request, including a slow read of names', async () => {
  let nowMs = Date.now();
  const requestedAtMs = nowMs;
  const store = await startStore();
  const list = (person: Person) => {
    nowMs += 2_000;
    return store.pins.list(person);
  };
  const asked: unknown[] = [];
  const { ada } = await startEdge({
    store: { ...store, pins: { ...store.pins, list } },
    now: () => nowMs,
    lookup: async (_id, options) => {
      asked.push(options);
      return found();
    },
  });
  await ada.command('/backup-status 1001');
  expect(asked).toEqual([{ askedAtMs: requestedAtMs }]);
});
