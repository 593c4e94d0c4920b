import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Account, LastBackup } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import { type Exceptions, type Reason, VERDICT_LEVELS, type Verdict } from '../../src/account/verdict.ts';
import { FULL_ACCOUNT } from '../messages/samples.ts';
import { runs } from '../support/runs.ts';
import {
  accountWith,
  aged,
  BACKING_UP,
  DAY_MS,
  HOUR_MS,
  judged,
  MINUTE_MS,
  NEVER,
  NOT_REPORTED,
  NOW_MS,
  OFFLINE,
  rulesOf,
  THRESHOLDS,
  UNREADABLE,
} from './accounts.ts';

const [H, M] = [HOUR_MS, MINUTE_MS];
/** An account whose fields were all null. */
const EMPTY: Partial<Account> = {
  status: { kind: 'not-reported' },
  database: NEVER,
  folders: NEVER,
  sent: { lastBackupDateDb: 'null', lastBackupTimeDb: 'null', lastBackupDateFolders: '', email: 'null' },
};
const day = (date: string) =>
  ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;
const both = (database: LastBackup, folders = database) => ({ database, folders });
/** A backup of this age, and one that is a minute younger. */
const hours = (count: number) => aged(count * H);
const under = (count: number) => aged(count * H - M);
const off = (given: Partial<Account>) => ({ status: OFFLINE, ...given });
const busy = (given: Partial<Account>) => ({ status: BACKING_UP, ...given });
const ignore = (backup: 'database' | 'folders'): Exceptions => ({ ignored: { backup, setBy: 'x' } });
const WEEKDAYS: Exceptions = { weekdaysOnly: { setBy: 'x' } };
const CLIENT: Exceptions = { minimumClientVersion: { version: '4.10', setBy: 'x' } };

const SIGN = { critical: '!!', attention: '!', unknown: '?', note: '' } as const;

/** `stale!! db 72h >48`: the rule and its level, its facts, and the limit. */
function shown({ rule, level, ...rest }: Reason): string {
  const facts = Object.entries(rest).map(([name, value]: [string, unknown]) => {
    if (name === 'threshold') return `>${(value as { value: number }).value}`;
    return name.endsWith('Ms') ? `${Number((Number(value) / H).toFixed(3))}h` : value;
  });
  const whole = [`${rule}${SIGN[level]}`, ...facts.filter((fact) => fact !== undefined)].join(' ');
  return whole.replace(/^backup-/, '').replaceAll('database', 'db');
}

// Unless given, an account is online and fresh. It is Saturday noon.
test.each<[string, Partial<Account>, string, Exceptions?]>([
  // limits
  ['both a minute under 26 h', off(both(under(26))), 'offline-but-fresh'],
  ['both 26 h', off(both(hours(26))), 'late! db 26h >26; late! folders 26h >26'],
  ['both 48 h', off(both(hours(48))), 'stale!! db 48h >48; stale!! folders 48h >48'],
  ['stale before late', off(both(hours(30), hours(72))), 'stale!! folders 72h >48; late! db 30h >26'],
  // ahead
  ['5 min ahead counts as now', { database: aged(-5 * M) }, ''],
  ['a millisecond more is wrong', { folders: aged(-5 * M - 1) }, 'clock-wrong? folders 0.083h'],
  ['wrong beside fresh, offline', off({ database: hours(-1) }), 'clock-wrong? db 1h'],
  ['wrong, online, other stale', both(hours(72), hours(-1)), 'stale!! db 72h >48; clock-wrong? folders 1h'],
  // never, unreadable, not reported
  ['both never', both(NEVER), 'never-backed-up!!'],
  ['database never', { database: NEVER }, 'unused db'],
  ['folders never', { folders: NEVER }, 'unused folders'],
  ['never beside unreadable', both(NEVER, UNREADABLE), 'time-unreadable? folders; unused db'],
  ['both not reported', both(NOT_REPORTED), 'time-not-reported? db; time-not-reported? folders'],
  // bare dates, judged at noon
  ['of yesterday', off(both(day('2026-11-20'))), 'offline-but-fresh'],
  [
    'of two days ago',
    off(both(day('2026-11-19'))),
    'late! db 36h 2026-11-19 >26; late! folders 36h 2026-11-19 >26',
  ],
  [
    'of three days ago',
    off(both(day('2026-11-18'))),
    'stale!! db 60h 2026-11-18 >48; stale!! folders 60h 2026-11-18 >48',
  ],
  // half
  ['a minute under late', { folders: under(26) }, ''],
  ['late', { folders: hours(26) }, 'half-protected! db folders 26h >26'],
  ['a minute under stale', { folders: under(48) }, 'half-protected! db folders 47.983h >26'],
  ['stale', both(hours(48), hours(1)), 'half-protected!! folders db 48h >48'],
  [
    'before a package that ends soon',
    { folders: hours(30), packageEndsOn: '2026-11-25' },
    'half-protected! db folders 30h >26; package-ends-soon! 4',
  ],
  // folders never
  ['some are there', off({ folders: NEVER, foldersFilesCount: 18_000 }), 'folders-unprotected! 18000 true'],
  ['none are there', { folders: NEVER, foldersFilesCount: 0 }, 'unused folders'],
  [
    'database in doubt',
    { ...both(NOT_REPORTED, NEVER), foldersFilesCount: 1 },
    'folders-unprotected! 1 false; time-not-reported? db',
  ],
  ['database never too', { ...both(NEVER), foldersFilesCount: 1 }, 'never-backed-up!!'],
  ['database never, files there', { database: NEVER, foldersFilesCount: 1 }, 'unused db'],
  // online but stale
  ['newer a minute under stale', both(under(48), hours(72)), 'stale!! folders 72h >48; late! db 47.983h >26'],
  [
    'newer stale',
    both(hours(72), hours(48)),
    'online-but-stale!!; stale!! db 72h >48; stale!! folders 48h >48',
  ],
  ['the only one stale', both(NEVER, hours(48)), 'online-but-stale!!; stale!! folders 48h >48; unused db'],
  ['one stale, one unreadable', both(hours(72), UNREADABLE), 'stale!! db 72h >48; time-unreadable? folders'],
  // backing up
  ['a minute under late', busy(both(under(26), hours(1))), ''],
  [
    'late',
    busy(both(hours(26), under(48))),
    'stuck-while-backing-up! 26h >26; late! db 26h >26; late! folders 47.983h >26',
  ],
  [
    'stale',
    busy(both(hours(48))),
    'stuck-while-backing-up!! 48h >26; stale!! db 48h >48; stale!! folders 48h >48',
  ],
  [
    'one late, one not reported',
    busy(both(hours(27), NOT_REPORTED)),
    'late! db 27h >26; time-not-reported? folders',
  ],
  ['one fresh', busy(both(hours(1), hours(72))), 'half-protected!! db folders 72h >48'],
  // offline but fresh
  ['one alone', off({ database: NEVER }), 'unused db; offline-but-fresh'],
  ['beside unreadable', off({ folders: UNREADABLE }), 'time-unreadable? folders'],
  ['beside an old day', off({ folders: day('2026-11-19') }), 'half-protected! db folders 36h 2026-11-19 >26'],
  ['nothing fresh', off(both(NEVER, NOT_REPORTED)), 'time-not-reported? folders; unused db'],
  // package
  ['ends today', { packageEndsOn: '2026-11-21' }, 'package-ends-soon! 0'],
  ['ended yesterday', { packageEndsOn: '2026-11-20' }, 'package-ended!! 2026-11-20 1'],
  [
    'ended, and what follows',
    { packageEndsOn: '2026-11-01', ...both(hours(72)) },
    'package-ended!! 2026-11-01 20; online-but-stale!!; stale!! db 72h >48; stale!! folders 72h >48',
  ],
  ['14 days', { packageEndsOn: '2026-12-05' }, 'package-ends-soon! 14'],
  ['15 days', { packageEndsOn: '2026-12-06' }, ''],
  ['no date', { packageEndsOn: '01.01.2023' }, 'package-end-unreadable! 01.01.2023'],
  ['31 February', { packageEndsOn: '2026-02-31' }, 'package-end-unreadable! 2026-02-31'],
  // the rest
  ['nothing reported', EMPTY, 'nothing-reported?'],
  ['absent throughout', { ...EMPTY, ...both(NOT_REPORTED), sent: {} }, 'nothing-reported?'],
  [
    'empty texts',
    { ...EMPTY, packageName: '', email: ' ', quota: { kind: 'as-sent', text: '' } },
    'nothing-reported?',
  ],
  [
    'text that is no date',
    { ...EMPTY, database: UNREADABLE },
    'time-unreadable? db; unused folders; status-not-reported',
  ],
  ['a word that is not known', { status: { kind: 'unknown', sent: 'askıda' } }, 'status-unknown? askıda'],
  ['no status', { status: { kind: 'not-reported' } }, 'status-not-reported'],
  ['allowance left', { todayBackupCount: 3, dailyBackupCount: 4 }, ''],
  ['no allowance', { todayBackupCount: 5, dailyBackupCount: 0 }, ''],
  ['allowance used', { todayBackupCount: 4, dailyBackupCount: 4 }, 'daily-allowance-used 4 4'],
  ['half of the numbers', { todayBackupCount: 4 }, ''],
  ['more files than folders allowed', { maxFolderCount: 50, foldersFilesCount: 5_000 }, ''],
  // ignored
  [
    'folders ignored, unprotected',
    { folders: NEVER, foldersFilesCount: 1 },
    'ignored folders',
    ignore('folders'),
  ],
  [
    'database ignored, folders never',
    { folders: NEVER, foldersFilesCount: 1 },
    'never-backed-up!! folders; ignored db',
    ignore('database'),
  ],
  ['ignored is stale', off({ database: hours(80) }), 'ignored db', ignore('database')],
  ['ignored never ran', off({ database: NEVER }), 'ignored db; offline-but-fresh', ignore('database')],
  [
    'names the other, which has stopped',
    both(hours(1), hours(72)),
    'online-but-stale!! folders; stale!! folders 72h >48; ignored db',
    ignore('database'),
  ],
  [
    'names the other, which is perhaps stuck',
    busy(both(hours(30), hours(1))),
    'stuck-while-backing-up! db 30h >26; late! db 30h >26; ignored folders',
    ignore('folders'),
  ],
  // weekdays only: Friday ended twelve hours ago
  ['late but for the weekend', busy(both(hours(30))), '', WEEKDAYS],
  [
    'late all the same',
    off({ database: hours(45), folders: hours(30) }),
    'half-protected! folders db 45h >26',
    WEEKDAYS,
  ],
  // client
  ['an older client', { clientVersion: '4.9.9' }, 'client-outdated! 4.9.9 4.10', CLIENT],
  ['a beta of an older one', { clientVersion: '4.9-beta' }, 'client-outdated! 4.9-beta 4.10', CLIENT],
  ['the same', { clientVersion: '4.10.0' }, '', CLIENT],
  ['a newer one', { clientVersion: '5' }, '', CLIENT],
  ['a version that cannot be compared', { clientVersion: 'v4' }, '', CLIENT],
  // several
  [
    'causes first, then symptoms, doubts, notes',
    { packageEndsOn: '2026-11-20', ...both(hours(72), UNREADABLE), todayBackupCount: 4, dailyBackupCount: 4 },
    'package-ended!! 2026-11-20 1; stale!! db 72h >48; time-unreadable? folders; daily-allowance-used 4 4',
  ],
  [
    'a doubt never hides bad news',
    { status: { kind: 'unknown', sent: '?' }, folders: hours(30) },
    'half-protected! db folders 30h >26; status-unknown? ?',
  ],
])('%s', (_, given, reasons, exceptions) => {
  const verdict = judge(accountWith(given), NOW_MS, { thresholds: THRESHOLDS, exceptions });
  expect(verdict.reasons.map(shown).join('; ')).toBe(reasons);
});

test('the limits are those of the settings', () => {
  const late = { value: 1, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' } as const;
  const packageEndsSoon = { value: 0, unit: 'day', setBy: 'PACKAGE_ENDS_SOON_DAYS' } as const;
  const rules = { thresholds: { ...THRESHOLDS, late, packageEndsSoon } };
  const { reasons } = judge(accountWith(both(aged(H))), NOW_MS, rules);
  expect(reasons).toMatchObject([{ rule: 'backup-late', threshold: late }, { threshold: late }]);
  const endingOn = (packageEndsOn: string) =>
    rulesOf(judge(accountWith({ ...both(aged(0)), packageEndsOn }), NOW_MS, rules));
  expect([endingOn('2026-11-21'), endingOn('2026-11-22')]).toEqual([['package-ends-soon'], []]);
});

test('a time that cannot be right has no age', () => {
  expect(judged({ database: aged(-6 * M) }).ageMs).toEqual({ folders: 5 * H });
  expect(judged({ database: aged(-5 * M) }).ageMs).toEqual({ database: 0, folders: 5 * H });
  expect(judged(both(day('2026-11-20'))).ageMs).toEqual({ database: 12 * H, folders: 12 * H });
});

test.each<Partial<Account>>([
  ...Object.entries(FULL_ACCOUNT)
    .filter(([name]) => !['id', 'zone', 'database', 'folders', 'sent'].includes(name))
    .map(([name, value]) => ({ [name]: value })),
  { quota: { kind: 'as-sent', text: 'plenty' } },
  { backupCount: 0 },
  { sent: { lastBackupDateFolders: '0001-01-01' } },
  { sent: { lastBackupDateDb: 'null', lastBackupTimeDb: '00:00:00' } },
])('an account about which the service reports only %j has never been backed up', (given) => {
  expect(rulesOf(judged({ ...EMPTY, ...given }))[0]).toBe('never-backed-up');
});

test('a date without a time is never worse than any time of that day', () => {
  const rank = ({ level }: Verdict) => VERDICT_LEVELS.indexOf(level);
  const anyDay = fc.integer({ min: 0, max: 5 }).map((days) => NOW_MS - 12 * HOUR_MS - days * DAY_MS);
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: DAY_MS - 1 }), (atMs, timeMs) => {
      const bare = judged({ status: OFFLINE, database: { kind: 'at', atMs, precision: 'day' } });
      const made = Math.min(atMs + timeMs, NOW_MS);
      const timed = judged({ status: OFFLINE, database: { kind: 'at', atMs: made, precision: 'second' } });
      expect(rank(timed)).toBeLessThanOrEqual(rank(bare));
    }),
    runs(1_000),
  );
});

/** The verdict at this time for an account with fresh backups. */
const at = (timeText: string, packageEndsOn: string, zone = 'Europe/Istanbul') => {
  const nowMs = Date.parse(timeText);
  const fresh = { kind: 'at', atMs: nowMs - HOUR_MS, precision: 'second' } as const;
  const account = accountWith({
    zone: { id: zone, assumedFrom: 'setting' },
    database: fresh,
    folders: fresh,
    packageEndsOn,
  });
  return judge(account, nowMs, { thresholds: THRESHOLDS });
};

test('the days of a package are counted in the zone of the service', () => {
  const timeText = '2026-11-21T22:30:00Z';
  expect(at(timeText, '2026-11-21', 'UTC').reasons).toMatchObject([
    { rule: 'package-ends-soon', daysLeft: 0 },
  ]);
  for (const zone of ['+03:00', 'Europe/Istanbul'])
    expect(at(timeText, '2026-11-21', zone).reasons).toMatchObject([{ rule: 'package-ended', daysAgo: 1 }]);
});

test.each([
  ['of 23 hours', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['of 25 hours', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
])('a package whose last day is one %s lasts from its first minute to its last', (_, day, from, to) => {
  const minuteBefore = (timeText: string) => new Date(Date.parse(timeText) - MINUTE_MS).toISOString();
  const daysAt = [minuteBefore(from), from, minuteBefore(to), to].map((timeText) => {
    const [reason] = at(timeText, day, 'Europe/Berlin').reasons;
    return reason?.rule === 'package-ends-soon' ? reason.daysLeft : reason?.rule;
  });
  expect(daysAt).toEqual([1, 0, 0, 'package-ended']);
});
