import { expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, UNHURRIED } from '../store/use-databases.ts';
import { runCaptured } from './run-captured.ts';

const postgres = postgresOfRun();
const HOUR_MS = 3_600_000;

const run = (databaseUrl: string, ...args: string[]) =>
  runCaptured('history', args, { DATABASE_URL: databaseUrl }, () => NOON_MS);

test.each(bothDatabases(postgres))(
  'on $kind exports the days of an account in the service’s zone as CSV, watched or not, with an id that no spreadsheet evaluates',
  async ({ freshUrl }) => {
    const url = await freshUrl();
    const { watches, watchStore } = await openStore(url);
    const id = '=1+"2"';
    const options = { minLevel: 'critical', zone: 'UTC', createdAtMs: 0 } as const;
    const person = { teamId: 'T1', userId: 'U1' };
    await watches.add({ channelId: 'C1', person, patterns: [id, '2'], options });
    const claims = await watchStore.claimAccounts(NOON_MS, 2, UNHURRIED);
    const state = { level: 'healthy', startedAtMs: NOON_MS, readAtMs: NOON_MS, zoneId: '+03:00' } as const;
    const change = (level: 'healthy' | 'critical' | 'unseen', hoursAgo: number) => {
      const startedAtMs = NOON_MS - hoursAgo * HOUR_MS;
      return { level, startedAtMs, detectedAtMs: startedAtMs, reasons: [] };
    };
    for (const claim of claims)
      await watchStore.commitReading(NOON_MS, claim, () => ({
        state,
        dueAtMs: NOON_MS,
        changes: [
          change('healthy', 55),
          change('critical', 30),
          change('healthy', 29),
          change('unseen', 20),
          change('healthy', 16),
        ],
      }));
    const exported = {
      exitCode: 0,
      stderr: '',
      stdout: `account,day,critical_minutes,attention_minutes,unknown_minutes,healthy_minutes,not_seen_minutes
"'=1+""2""",2026-05-02,0,0,0,960,0
"'=1+""2""",2026-05-03,60,0,0,1140,240
"'=1+""2""",2026-05-04,0,0,0,900,0
`,
    };
    expect(await run(url, id, '--csv')).toEqual(exported);
    await watches.remove('C1', [id], 'U1');
    expect(await run(url, id, '--csv')).toEqual(exported);
  },
);

test('is refused for no or several accounts', async () => {
  const refused = { exitCode: 1, stdout: '', stderr: 'Give the id of one account.\n' };
  for (const args of [[], ['1', '2', '--csv']])
    expect(await run('sqlite::memory:', ...args)).toEqual(refused);
});
