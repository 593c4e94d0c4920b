// A bot that is killed: pins `count` accounts from `first` on in the store of its first argument, four at once, and writes
// each id to standard output when its pin was confirmed.
import { pino } from 'pino';
import { createStore } from '../../src/store/create-store.ts';

const [databaseUrl = '', first, count] = process.argv.slice(2);
const store = await createStore({ databaseUrl, now: Date.now, log: pino({ level: 'silent' }) });
const ids = Array.from({ length: Number(count) }, (_, index) => Number(first) + index).values();
await Promise.all([1, 2, 3, 4].map(pinInTurn));
await store.close();

async function pinInTurn(): Promise<void> {
  for (const id of ids) {
    // Fifty a person at most, so that nobody is at the limit.
    const person = { teamId: 'T1', userId: `U${Math.floor(id / 50)}` };
    const { kind } = await store.pins.add(person, { accountId: `${id}`, name: `name ${id}` });
    if (kind === 'pinned') process.stdout.write(`${id}\n`);
  }
}
