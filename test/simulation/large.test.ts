import { describe, expect, test } from 'vitest';
import { type Scenario, SMALL } from './scenario.ts';
import { expectWhole } from './shrink.ts';

// Takes about a minute. CI runs it, npm test elsewhere does not (vitest.config.ts).

test('hundreds of accounts that turn critical within a minute are one message in a channel', async () => {
  const scenario: Scenario = {
    seed: 1,
    accounts: 200,
    days: 3,
    hoursADay: 1,
    processes: 1,
    faults: {},
    massOutageOnDay: 1,
    readsPerSecond: 4,
    readsAtOnce: 4,
    stepSeconds: 1,
    quietHours: 1,
  };
  const { alertsIn, tells } = await expectWhole(scenario);
  expect(tells.filter((tell) => tell.startsWith('C1') && tell.includes('critical')).length).toBe(200);
  expect(alertsIn.filter((channelId) => channelId === 'C1')).toHaveLength(1);
});

// A fixed seed: whether an account that recovers within a minute is reported depends on the process that reads it first.
test('three processes report what one reports', async () => {
  const scenario = { seed: 1000, accounts: 20, days: 10, hoursADay: 8, faults: {} };
  const [one, three] = [
    await expectWhole({ ...scenario, processes: 1 }),
    await expectWhole({ ...scenario, processes: 3 }),
  ];
  expect(three.tells).toEqual(one.tells);
  expect(one.tells.length).toBeGreaterThan(3);
});

/** Calls that change nothing: a crash after them equals one before them. */
const READING = /readAccount|readSource|next(?:Due|Read)AtMs|countByLevel/;
/** A database that fails before it has changed anything equals one that fails after its last change. */
const FAILING = /^after store|^before store\.finishChannel/;

// A process does nothing observable between two calls, so one point there is enough: for a crash the one after a change,
// for a hold the one before the next call, which the process then makes with an old time.
describe.each([
  { fault: 'crash', isPoint: (name: string) => name.startsWith('after') && !READING.test(name) },
  { fault: 'hold', isPoint: (name: string) => name.startsWith('before') },
  { fault: 'database-away', isPoint: (name: string) => FAILING.test(name) && !READING.test(name) },
] as const)('the fault $fault', ({ fault, isPoint }) => {
  test('loses nothing at any point where something is detected or posted', async () => {
    // A second process could hide a fault, so only a hold has one.
    const scenario = { ...SMALL, processes: fault === 'hold' ? 2 : 1 };
    const { dueTimes } = await expectWhole(scenario);
    const points = dueTimes.filter(({ name }) => isPoint(name));
    expect(points.length).toBeGreaterThan(40);
    for (const { holdPoint } of points) await expectWhole({ ...scenario, at: { holdPoint, fault } });
  });
});
