import fc from 'fast-check';
import { type Run, runScenario } from './run-scenario.ts';
import { FAULT_KINDS, type Scenario } from './scenario.ts';

/** Shrinking ends after this time with the smallest scenario found. */
const SHRINK_FOR_MS = 60_000;

/** What broke, the smallest scenario that breaks, and its last steps. */
export async function explain(scenario: Scenario, run: Run, broken: string): Promise<string> {
  const smallest = scenario.at === undefined ? await shrink(scenario, broken) : scenario;
  const { trace } = smallest === scenario ? run : await runScenario(smallest);
  return `${broken}\nfound by ${JSON.stringify(scenario)}\nshrunk  ${JSON.stringify(smallest)}\n${trace.slice(-60).join('\n')}`;
}

/**
 * The smallest scenario that violates the same invariant, with fewer accounts, days, processes and faults. A scenario that
 * violates another invariant does not count.
 */
async function shrink(scenario: Scenario, broken: string): Promise<Scenario> {
  const untilMs = performance.now() + SHRINK_FOR_MS;
  const upTo = (least: number, most: number) => fc.integer({ min: least, max: most });
  const smaller = fc.record({
    accounts: upTo(1, scenario.accounts),
    days: upTo(Math.min(3, scenario.days), scenario.days),
    processes: upTo(1, scenario.processes),
    faults: fc.record(
      Object.fromEntries(FAULT_KINDS.map((kind) => [kind, upTo(0, scenario.faults[kind] ?? 0)])),
    ),
  });
  const { accounts, days, processes } = scenario;
  const faults = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, scenario.faults[kind] ?? 0]));
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
