import { describe, expect, test } from 'vitest';
import { runScenario } from './run-scenario.ts';
import { FAULT_KINDS, type FaultKind, type Scenario } from './scenario.ts';

/** What a broken run is told with: enough to repeat it, and its last steps. */
async function expectWhole(scenario: Scenario) {
  const { broken, trace, figures } = await runScenario(scenario);
  expect(broken, `${JSON.stringify(scenario)}\n${trace.slice(-30).join('\n')}`).toBeUndefined();
  return figures;
}

const EACH_FAULT = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 2])) as Record<FaultKind, number>;

describe('watching for weeks', () => {
  test('every account that turned bad was told, once, with its exact start', async () => {
    const figures = await expectWhole({ seed: 7, accounts: 12, days: 10, processes: 1, faults: {} });
    expect(figures).toMatchObject({ doubles: 0, lostAnswers: 0 });
    expect(figures.posts).toBeGreaterThan(3);
    expect(figures.replies).toBeGreaterThan(3);
  });

  test.each([1, 3])('so it is with every fault there is, and %i processes', async (processes) => {
    const seed = Math.floor(Math.random() * 1e6);
    const figures = await expectWhole({ seed, accounts: 12, days: 10, processes, faults: EACH_FAULT });
    expect(figures.faults).toEqual(EACH_FAULT);
  });
});
