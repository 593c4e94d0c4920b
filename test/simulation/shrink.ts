import fc from 'fast-check';
import { type Run, runScenario } from './run-scenario.ts';
import { FAULT_KINDS, type Scenario } from './scenario.ts';

/** Shrinking ends after this time with the smallest scenario found. */
const SHRINK_FOR_MS = 60_000;

/**
 * Runs a scenario, in which every invariant must hold. Resolves with what happened in numbers. Rejects with what broke, the
 * smallest scenario that breaks, and its last steps.
 */
export async function expectWhole(scenario: Scenario, databaseUrl?: string): Promise<Run['figures']> {
  const { broken, figures, trace } = await runScenario(scenario, databaseUrl);
  if (broken === undefined) return figures;
  const smallest = scenario.at === undefined ? await shrink(scenario, broken) : scenario;
  const steps = smallest === scenario ? trace : (await runScenario(smallest)).trace;
  throw new Error(
    `${broken}\nfound by ${JSON.stringify(scenario)}\nshrunk  ${JSON.stringify(smallest)}\n${steps.slice(-60).join('\n')}`,
  );
}

/**
 * The smallest scenario that violates the same invariant, with fewer accounts, days, processes and faults. A scenario that
 * violates another invariant does not count.
 */
async function shrink(scenario: Scenario, broken: string): Promise<Scenario> {
  const untilMs = performance.now() + SHRINK_FOR_MS;
  const upTo = (least: number, most: number) => fc.integer({ min: least, max: most });
  const { accounts, days, processes } = scenario;
  const faults = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, scenario.faults[kind] ?? 0]));
  const smaller = fc.record({
    accounts: upTo(1, accounts),
    days: upTo(Math.min(3, days), days),
    processes: upTo(1, processes),
    faults: fc.record(
      Object.fromEntries(Object.entries(faults).map(([kind, count]) => [kind, upTo(0, count)])),
    ),
  });
  const found = await fc.check(
    fc.asyncProperty(smaller, async (one) => {
      if (performance.now() > untilMs) return true;
      const run = await runScenario({ ...scenario, ...one });
      return run.broken === undefined || nameOf(run.broken) !== nameOf(broken);
    }),
    { numRuns: 1, examples: [[{ accounts, days, processes, faults }]] },
  );
  return { ...scenario, ...found.counterexample?.[0] };
}

/** The message of an invariant without accounts and times. */
const nameOf = (broken: string) => broken.replaceAll(/[C\d]\S*/g, '');
