import { expect, test } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import type { Account } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import type { Answer, LookupOutcome } from '../../src/account/outcome.ts';
import { parseAccount } from '../../src/service/parse-account.ts';
import { cardBlocks, decodeLevel } from '../../src/slack/card/card.ts';
import { type SlackContext, toSend } from '../../src/slack/kit/message.ts';
import { drawn } from './drawn.ts';
import {
  account,
  accountWithout,
  answer,
  CHANNEL,
  CRITICAL,
  contextWith,
  found,
  HOUR_MS,
  hoursAgo,
  NOW_MS,
  PRIVATE,
  THRESHOLDS,
  unavailable,
} from './samples.ts';
import { storedStates } from './stored-states.ts';

function cardOf(outcome: LookupOutcome, context: SlackContext = PRIVATE): string[] {
  const message = cardBlocks(outcome, context);
  expect(validateMessage(toSend(message))).toEqual([]);
  return drawn(message);
}

const of = (about: Account, read: Partial<Answer> = {}): LookupOutcome => ({
  kind: 'found',
  id: about.id,
  answer: { ...answer(about), ...read },
});
const CALLED = { contact: 'Jane\n+44 20' };
const USUAL = [...cardOf(found()), ...cardOf(found({ database: { kind: 'never' } })).slice(1, 2)];
/** The lines that differ from the card of a healthy account. */
const unusual = (outcome: LookupOutcome, context?: SlackContext) =>
  cardOf(outcome, context).filter((line) => !USUAL.includes(line));
const differing = (differences: Partial<Account>) => unusual(found(differences));
const sentAs = (sent: Account['sent'], ...names: (keyof Account)[]) =>
  unusual(of({ ...accountWithout(...names), sent }));
const onDay = (date: string) =>
  ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;

const NEVER = { kind: 'never' } as const;
const UNREADABLE = { kind: 'unreadable' } as const;
/** An account in which this is every text, parsed as an answer of the service. */
function parsed(text: string) {
  const body = { packageName: text, version: text, endDate: text, quota: text, status: text };
  const read = parseAccount('1001', body, { id: '+03:00', assumedFrom: 'login' }, () => {});
  const { packageName, clientVersion, packageEndsOn, quota, status } = read;
  return { packageName, clientVersion, packageEndsOn, quota, status };
}
/** The database backup of an account, parsed as an answer of the service. */
function inYear(year: string) {
  const body = { lastBackupDateDb: `${year}-12-31`, lastBackupTimeDb: '23:59:59' };
  const { database, sent } = parseAccount('1001', body, { id: '+03:00', assumedFrom: 'login' }, () => {});
  return { database, sent };
}

const HOSTILE = '<!channel> & *_~`x`~_* :fire: @here \u202Eevil\u2066\u0000\r\n> quote\u200B';

test('the backups of a card are as stored', async () => {
  const yesterday = { ...answer(account(), NOW_MS - 6 * HOUR_MS), source: 'last-known' } as const;
  const offline = account({
    ...{ status: { kind: 'offline', sent: 'çevrimdışı' }, todayBackupCount: 4 },
    ...{ database: hoursAgo(45), folders: hoursAgo(20) },
  });
  const readAtMs = NOW_MS - 18 * HOUR_MS;
  const verdict = judge(offline, readAtMs, { thresholds: THRESHOLDS });
  const of18HoursAgo = { account: offline, verdict, readAtMs, source: 'last-known' } as const;
  await storedStates('backups', {
    'one has never run, the other is not reported': differing({
      database: NEVER,
      folders: { kind: 'not-reported' },
    }),
    'a time that cannot be read': differing({
      database: UNREADABLE,
      sent: { lastBackupDateDb: 'dün', lastBackupTimeDb: 'sabah' },
    }),
    'days ahead of now, with and without a time': differing({
      database: hoursAgo(-72),
      folders: onDay('2026-11-24'),
    }),
    'both times cannot be read': differing({ database: UNREADABLE, folders: UNREADABLE }),
    'a time that cannot be read, of which nothing was sent': differing({ database: UNREADABLE, sent: {} }),
    'days without a time, one of them too long ago': differing({
      database: onDay('2026-11-21'),
      folders: onDay('2026-11-19'),
    }),
    'a day, and a time that is none': differing({
      database: onDay('2026-11-20'),
      sent: { lastBackupTimeDb: '25:99 *<!channel>*' },
    }),
    'a day, and null as the time': differing({
      database: onDay('2026-11-20'),
      sent: { lastBackupTimeDb: 'null' },
    }),
    'counted yesterday': unusual({
      kind: 'unavailable',
      id: '1001',
      reason: 'no-answer',
      lastKnown: yesterday,
    }),
    'an answer of 18 hours ago, and what was wrong then': unusual({
      kind: 'unavailable',
      id: '1001',
      reason: 'no-answer',
      lastKnown: of18HoursAgo,
    }),
    'more than a year old': differing({ database: hoursAgo(24 * 400) }),
    'a year that no client can draw': differing(inYear('9999')),
    'in a zone that no longer exists': unusual(
      of(account({ zone: { id: 'Mars/Olympus', assumedFrom: 'setting' } })),
    ),
  });
});

test('the figures of a card are as stored', async () => {
  const usage = (count: number, most: number) =>
    differing({ foldersFilesCount: count, maxFolderCount: most });
  const counts = [
    [0, 50],
    [4, 50],
    [5, 50],
    [48, 50],
    [49_999, 50_000],
    [50, 50],
    [51, 50],
    [182_431, 50],
    [0, 0],
    [-1, 50],
    [1, 1],
  ] as const;
  const counted = ['foldersFilesCount', 'maxFolderCount', 'dailyBackupCount', 'todayBackupCount'] as const;
  await storedStates('figures', {
    'the bar of folder usage: full only at the limit, and none above it': counts.flatMap(([count, most]) =>
      usage(count, most),
    ),
    'numbers that cannot be read': sentAs(
      { quota: '', foldersFilesCount: '21.5', maxFolderCount: 'elli', dailyBackupCount: 'true' },
      'quota',
      ...counted,
    ),
    'numbers that are markup': sentAs({ dailyBackupCount: '{"a":"<!channel>"}' }, ...counted),
    'no numbers': sentAs({}, 'quota', ...counted),
    'no limit of folders': sentAs({}, 'maxFolderCount'),
    'no count of folders': sentAs({}, 'foldersFilesCount'),
    'a package that ends today': differing({ packageEndsOn: '2026-11-21' }),
    'no end of the package': sentAs({ endDate: 'null' }, 'packageEndsOn'),
    'an end that cannot be read': sentAs({ endDate: 'yakında' }, 'packageEndsOn'),
    'an end that is no date, and a name that is a number': unusual(
      of({
        ...accountWithout('packageName'),
        packageEndsOn: '01.01.2023',
        sent: { packageName: '500', endDate: '01.01.2023' },
      }),
    ),
    'no name of the package': sentAs({}, 'packageName'),
  });
});

test('verdict, reasons and names of a card are as stored', async () => {
  const pins = (name?: string) => [{ accountId: '1001', pinnedAtMs: 0, ...(name !== undefined && { name }) }];
  await storedStates('verdicts', {
    'the cause first, three reasons at most': differing({
      ...CRITICAL,
      status: { kind: 'online', sent: 'çevrimiçi' },
      todayBackupCount: 4,
    }),
    'folders that were never backed up': differing({ folders: NEVER, foldersFilesCount: 18_000 }),
    'a status without a word': differing({ status: { kind: 'not-reported' } }),
    'an empty status': differing({ status: { kind: 'unknown', sent: '' } }),
    'names: none, empty, invisible, and one': [undefined, '', '\u200B\u202E', 'Liman'].flatMap(
      (name) => cardOf(found(), { ...PRIVATE, pins: pins(name) })[0] ?? '',
    ),
    'a name of 500 characters, and an id of 10,000': [
      cardOf(found(), { ...PRIVATE, pins: pins('x'.repeat(500)) })[0] ?? '',
      cardOf(found({ id: 'x'.repeat(10_000) }))[0] ?? '',
    ],
    'hostile texts': differing({
      ...parsed(HOSTILE),
      id: HOSTILE,
      packageEndsOn: account().packageEndsOn,
    }),
    'texts that are too long': differing(parsed('ş'.repeat(10_000))),
    'no answer, and whom to call': cardOf(unavailable('busy'), contextWith(CALLED)),
    'no answer, in a channel': cardOf(unavailable('busy'), contextWith(CALLED, CHANNEL)),
    'no id, and refused': (['invalid-id', 'forbidden'] as const).flatMap((kind) =>
      cardOf({ kind, id: '*7*' }),
    ),
  });
});

test.each([
  ['critical;1795000000000', { level: 'critical', readAtMs: 1_795_000_000_000 }],
  ['healthy;0', { level: 'healthy', readAtMs: 0 }],
  // Cards of 1.x kept more.
  ['1;critical;offline;t1795000000000+60000;never;2026-11-26', undefined],
  ['1;critical;offline;never;d1795000000000+3;', undefined],
  ['', undefined],
  ['fatal;1795000000000', undefined],
  ['critical', undefined],
  ['critical;-1', undefined],
  ['critical;17950000000001', undefined],
  [' critical;1795000000000', undefined],
  ['critical;1795000000000\n', undefined],
  ['critical;'.repeat(50_000), undefined],
])('reads the level in the value of a button: %j', (value, level) => {
  expect(decodeLevel(value)).toEqual(level);
});
