import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/store/create-store.ts';
import { createWatch } from '../../src/watch/engine/engine.ts';
import { createTicker } from '../../src/watch/engine/ticker.ts';
import { THRESHOLDS } from '../account/accounts.ts';
import { found } from '../messages/samples.ts';
import { NOON_MS, SILENT } from '../store/use-databases.ts';
import { claimOne, MINUTE_MS, TURNED_CRITICAL, watching } from '../store/watch/watching.ts';
import { startEdge, startStore } from '../support/start-edge.ts';
import { readDocument } from './markdown.ts';

/** The file of each step in docs/architecture.md, the first where there are several, in the order of the table. */
function stepsOf(heading: string): string[] {
  const [, section = ''] = readDocument('docs/architecture.md').split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| \d+ \| `([^`]+)`/gm)].map(([, file = '']) => file);
}

/** Who called whom until now, awaited calls included: the files of ours, the first caller first. */
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

test('an alert takes the steps of docs/architecture.md that are in src/watch/engine, in their order', async () => {
  const opened = await watching('sqlite::memory:');
  // 1004 is to be told, and 1007 is to be read.
  await opened.watchStore.commitReading(NOON_MS, await claimOne(opened), () => TURNED_CRITICAL);
  const ways = { reading: [] as string[], telling: [] as string[] };
  const now = () => NOON_MS + 2 * MINUTE_MS;
  const watch = createWatch({
    store: opened.watchStore,
    async readAccount() {
      ways.reading = callers();
      return { kind: 'not-found' };
    },
    channelsAtOnce: 8,
    async notify(_call, { channelId }) {
      ways.telling = callers();
      return { kind: 'sent', ts: '1.5', channelId };
    },
    rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    reads: { atOnce: 1, perSecond: 5, withinMs: MINUTE_MS },
    wake: () => {},
    chance: () => 0.5,
    now,
    log: SILENT,
  });
  const ticker = createTicker({ watch, onTick: () => {}, now, log: SILENT });
  onTestFinished(() => ticker.stop());
  ticker.start();
  await expect.poll(() => Object.values(ways).every((way) => way.length > 0)).toBe(true);
  const steps = stepsOf('The path of one alert').filter((file) => file.startsWith('src/watch/engine/'));
  expect([...new Set([...ways.reading, ...ways.telling])]).toEqual(steps);
});
