import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { captureLog } from '../support/capture-log.ts';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

async function usedDatabase(name: string): Promise<string> {
  const path = join(installation.folder, name);
  const store = await createStore({ databaseUrl: `sqlite:${path}`, now: Date.now, log: captureLog().log });
  await store.close();
  return path;
}

const ofDatabase = async (path: string) => {
  const { code, findings } = await examine(
    installation,
    installation.settings({ DATABASE_URL: `sqlite:${path}` }),
  );
  return { code, findings: findings.filter(({ check }) => check === 'database') };
};

test('one that has been used: its version', async () => {
  const { code, findings } = await ofDatabase(await usedDatabase('used.db'));
  expect(findings).toMatchObject([
    { check: 'database', kind: 'passed', message: expect.stringMatching(/version \d+, up to date/) },
  ]);
  expect(code).toBe(0);
});

test('one that there is not yet is what a first start makes', async () => {
  const { findings } = await ofDatabase(join(installation.folder, 'new', 'pins.db'));
  expect(findings).toMatchObject([
    { check: 'database', kind: 'passed', message: expect.stringContaining('the first start makes the file') },
  ]);
});
