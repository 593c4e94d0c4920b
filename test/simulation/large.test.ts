import { describe, expect, test } from 'vitest';
import { expectWhole, freshSeed, SMALL } from './expect-whole.ts';
import type { Scenario } from './scenario.ts';

// A minute of work: CI runs it, and npm test elsewhere does not (vitest.config.ts).

test('a thousand accounts that turn bad in a minute are one message in a channel', async () => {
  const scenario: Scenario = {
    seed: 1,
    accounts: 1_000,
    days: 3,
    hoursADay: 1,
    processes: 1,
    faults: {},
    massOutageOnDay: 1,
    readsPerSecond: 20,
    readsAtOnce: 20,
    stepSeconds: 1,
    quietHours: 1,
  };
  const { alerts, tells } = await expectWhole(scenario);
  expect(tells.filter((tell) => tell.startsWith('C1') && tell.includes('critical')).length).toBe(1_000);
  expect(alerts.filter(({ channelId }) => channelId === 'C1')).toHaveLength(1);
});

// A known seed: an account that recovers within a minute of turning critical is told or not, by who reads it first.
test('three processes tell what one tells', async () => {
  const scenario = { seed: 1000, accounts: 20, days: 10, hoursADay: 8, faults: {} };
  const [one, three] = [
    await expectWhole({ ...scenario, processes: 1 }),
    await expectWhole({ ...scenario, processes: 3 }),
  ];
  expect(three.tells).toEqual(one.tells);
  expect(one.tells.length).toBeGreaterThan(3);
});

test.each([2, 12])('an outage of the service is told soon, with %i accounts', async (accounts) => {
  const faults = { 'service-out': 4 };
  const scenario = { seed: freshSeed(), accounts, areFew: true, days: 4, processes: 1, faults };
  expect((await expectWhole(scenario)).calls).toContain('post outage');
});

/** What leaves nothing behind: a crash after it is one before it. */
const READING = /readAccount|readSource|next(?:Due|Read)AtMs|countByLevel/;
/** Before it has done anything a database that fails is one that failed after the last thing that it did. */
const FAILING = /^after store|^before store\.finishChannel/;

// Between two calls a process only thinks, so that one point is enough there: for a crash the one after something was
// done, for a hold the one before the next call, whose time is an old one when the process goes on.
describe.each([
  { fault: 'crash', isPoint: (name: string) => name.startsWith('after') && !READING.test(name) },
  { fault: 'hold', isPoint: (name: string) => name.startsWith('before') },
  { fault: 'database-away', isPoint: (name: string) => FAILING.test(name) && !READING.test(name) },
] as const)('the fault $fault', ({ fault, isPoint }) => {
  test('at each moment in which something is noticed or told loses nothing', async () => {
    // Whatever another process would make good must come right without one.
    const scenario = { ...SMALL, processes: fault === 'hold' ? 2 : 1 };
    const { dueTimes } = await expectWhole(scenario);
    const points = dueTimes.filter(({ name }) => isPoint(name));
    expect(points.length).toBeGreaterThan(40);
    for (const { holdPoint } of points) await expectWhole({ ...scenario, at: { holdPoint, fault } });
  });
});
