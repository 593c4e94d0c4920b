import { expect, test } from 'vitest';
import { type CheckUpDeps, checkUp } from '../../src/lookup/check-up.ts';

const NOW_MS = 1_000_000;
const FIGURES = {
  accounts: 0,
  levels: { healthy: 0, attention: 0, critical: 0, unknown: 0 },
  brokenChannels: 0,
  lateMs: 0,
};

const createChecked = (changed: Partial<CheckUpDeps['database'] & CheckUpDeps['backupService']> = {}) =>
  checkUp(
    {
      backupService: {
        signIn: async () => {},
        health: () => ({
          isOpen: false,
          hasToken: true,
          drifted: new Set<never>(),
          failing: undefined,
          answeredAtMs: NOW_MS - 5,
        }),
        ...changed,
      },
      database: {
        ping: async () => {},
        failingSinceMs: () => undefined,
        figures: async () => FIGURES,
        ...changed,
      },
      now: () => NOW_MS,
    },
    { budgetMs: 20 },
  );

test('reports a database that hangs as down within the budget, since its last failure or since now', async () => {
  const hang = () => new Promise<never>(() => {});
  const isDown = { hasToken: true, answeredAtMs: NOW_MS - 5, databaseDownSinceMs: NOW_MS };
  expect(await createChecked({ ping: hang, figures: hang })).toEqual(isDown);
  const failed = await createChecked({ ping: hang, failingSinceMs: () => 7 });
  expect(failed).toMatchObject({ databaseDownSinceMs: 7 });
});
