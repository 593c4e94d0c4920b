import { expect, test } from 'vitest';
import type { Store } from '../../src/store/create-store.ts';
import { found } from '../messages/samples.ts';
import { startEdge, startStore } from '../support/start-edge.ts';
import { readDocument } from './markdown.ts';

/** The file of each step in docs/architecture.md in order, the first one where a step has several. */
function stepsOf(heading: string): string[] {
  const [, section = ''] = readDocument('docs/architecture.md').split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| \d+ \| `([^`]+)`/gm)].map(([, file = '']) => file);
}

/** Our files on the call stack, including awaited calls, the first caller first. */
function callers(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 200;
  const { stack = '' } = new Error('for its stack');
  Error.stackTraceLimit = stackTraceLimit;
  return [...stack.matchAll(/\/(src\/[\w/-]+\.ts)/g)].map(([, file = '']) => file).toReversed();
}

test('a command takes the steps of docs/architecture.md in their order, up to its listener', async () => {
  const steps = stepsOf('The path of one command');
  const listener = steps.findIndex((file) => file.endsWith('lookup/command.ts'));
  const store = await startStore();
  const ways: string[][] = [];
  const pins: Store['pins'] = {
    ...store.pins,
    list(person) {
      ways.push(callers());
      return store.pins.list(person);
    },
  };
  const { ada } = await startEdge({
    transport: 'http',
    store: { ...store, pins },
    lookup: async (id) => found({ id }),
  });
  await ada.command('/backup-status 1001');
  await ada.waitFor(() => ada.messages()[0]);
  const documented = steps.slice(0, listener + 1);
  expect(documented.length).toBe(4);
  const [way = []] = ways;
  expect([...new Set(way)].filter((file) => documented.includes(file))).toEqual(documented);
});
