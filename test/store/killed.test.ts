import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bothDatabases, openStore, postgresOfRun } from './use-databases.ts';

const CHILD = fileURLToPath(new URL('./pin-in-child.ts', import.meta.url));

const postgres = postgresOfRun();

/** Pins from `first` on in a process of its own, and kills it as soon as `killAfter` are confirmed. Returns all that were. */
async function pinUntilKilled(url: string, first: number, killAfter: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, url, `${first}`, `${1_000 - first}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const confirmed: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    confirmed.push(id);
    if (confirmed.length === killAfter) child.kill('SIGKILL');
  }
  await exit;
  return confirmed;
}

describe.each(bothDatabases(postgres))(
  'a bot on $kind that is killed in the middle of 1,000 pins',
  ({ freshUrl }) => {
    test('has every pin it confirmed when it is started again, and can be killed again', async () => {
      const url = await freshUrl();
      const confirmed: string[] = [];
      for (const killAfter of [150, 350]) {
        confirmed.push(...(await pinUntilKilled(url, confirmed.length + 10, killAfter)));
      }
      expect(confirmed.length).toBeGreaterThanOrEqual(500);
      expect(confirmed.length).toBeLessThan(990);

      const { pins } = await openStore(url);
      const people = Array.from({ length: 20 }, (_, index) => ({ teamId: 'T1', userId: `U${index}` }));
      const kept = (await Promise.all(people.map((person) => pins.list(person)))).flat();
      const names = new Map(kept.map(({ accountId, name }) => [accountId, name]));
      expect(confirmed.filter((id) => names.get(id) !== `name ${id}`)).toEqual([]);
      expect(names.size).toBe(kept.length);
    });
  },
);
