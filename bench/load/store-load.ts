import { pino } from 'pino';
import type { Person } from '../../src/account/pins.ts';
import { createStore } from '../../src/store/create-store.ts';
import { serveJobs } from '../processes/serve-jobs.ts';
import { percentile } from '../statistics.ts';

/** A worker that makes calls to a store, one after the other. */
export interface StoreJob {
  readonly databaseUrl: string;
  /** Take turns. */
  readonly people: readonly Person[];
  readonly calls: number;
}

export interface StoreResult {
  readonly listMs: number;
  readonly recordMs: number;
  readonly pinMs: number;
}

const stores = new Map<string, ReturnType<typeof createStore>>();

serveJobs(async ({ databaseUrl, people, calls }: StoreJob): Promise<StoreResult> => {
  const opening =
    stores.get(databaseUrl) ?? createStore({ databaseUrl, now: Date.now, log: pino({ level: 'silent' }) });
  stores.set(databaseUrl, opening);
  const { pins, recents } = await opening;

  async function time(call: (person: Person, number: number) => Promise<unknown>): Promise<number> {
    const latenciesMs: number[] = [];
    for (let number = 0; number < calls; number += 1) {
      const person = people[number % people.length];
      if (person === undefined) throw new Error('nobody to ask for');
      const startedAt = performance.now();
      await call(person, number);
      latenciesMs.push(performance.now() - startedAt);
    }
    return percentile(latenciesMs, 0.5);
  }

  return {
    listMs: await time((person) => pins.list(person)),
    recordMs: await time((person, number) => recents.record(person, [`load-${number}`])),
    pinMs: await time(async (person) => {
      await pins.add(person, { accountId: 'load-0' });
      await pins.remove(person, 'load-0');
    }),
  };
});
