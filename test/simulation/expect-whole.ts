import { expect } from 'vitest';
import type { Figures } from './figures.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { explain } from './shrink.ts';

/** Two hours are one day of backups: late, stale and healthy again, in one channel and in two. */
export const SMALL: Scenario = {
  seed: 31,
  accounts: 2,
  days: 4,
  hoursADay: 2,
  processes: 2,
  faults: {},
  quietHours: 1,
};

/** A new seed in each run. The failure names it; a seed that fails becomes a fixed one. */
export const freshSeed = () => Math.floor(Math.random() * 1e6);

/**
 * Runs a scenario and expects every invariant to hold; a failure names the smallest failing scenario and its last steps.
 */
export async function expectWhole(scenario: Scenario, databaseUrl?: string): Promise<Figures> {
  const run = await runScenario(scenario, databaseUrl);
  const { broken, figures } = run;
  if (broken !== undefined) expect.fail(await explain(scenario, run, broken));
  return figures;
}
