import fc from 'fast-check';
import { type Account, GENERAL_INFO_FIELDS, type LastBackup } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import type { Answer, LookupOutcome } from '../../src/account/outcome.ts';
import { sanitize } from '../../src/account/text.ts';
import type { Thresholds } from '../../src/account/verdict.ts';
import { LANGUAGES } from '../../src/words/words.ts';
import { NOW_MS, THRESHOLDS } from './samples.ts';

/** The only e-mail address of the accounts here. */
export const EMAIL = 'someone.private@musteri.example';

/** The only contact. */
export const CONTACT = 'Jane Private, +44 20 7946 0000';

const HOSTILE = [
  '<!channel>',
  '<!date^0^{ago}|x>',
  '@here',
  '<@U012AB3CD>',
  '*_~`',
  '&amp;',
  '|',
  ':fire:',
  '\n',
  '\u202E',
  '\u2066',
  '\u200B',
  '\u0000',
  '\uD800',
  '👩‍👩‍👧‍👦',
  'ı̇ş',
  '\u0301'.repeat(50),
];
/** Everything must hold in every language. */
export const language = fc.constantFrom(...LANGUAGES);

/** Hostile text. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 40 }).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom(...HOSTILE, '漢', 'x'), fc.integer({ min: 1, max: 10_000 }))
    .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)).slice(0, 10_000)),
);
export const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e21, Number.MAX_VALUE));
/** As the parser returns it. */
const parsed = (maxLength: number) => text.map((sent) => sanitize(sent, maxLength));
const time = fc.oneof(
  fc.integer({ min: Date.UTC(2000), max: Date.UTC(2200) }),
  fc.integer({ min: NOW_MS - 100 * 86_400_000, max: NOW_MS + 86_400_000 }),
);
const date = fc.oneof(parsed(60), fc.constantFrom('2026-11-26', '2026-11-18', '2027-06-09', '2026-02-31'));

const lastBackup: fc.Arbitrary<LastBackup> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), atMs: time, precision: fc.constantFrom('second', 'day') }),
  fc.record({ kind: fc.constantFrom('never', 'unreadable', 'not-reported') }),
);

const account = fc.record(
  {
    id: text,
    zone: fc.record({
      id: fc.constantFrom('+03:00', 'Europe/Istanbul', 'UTC', '-11:30'),
      assumedFrom: fc.constantFrom('setting', 'login', 'nothing'),
    }),
    status: fc.oneof(
      fc.record({ kind: fc.constantFrom('online', 'offline', 'backing-up', 'unknown'), sent: parsed(40) }),
      fc.constant({ kind: 'not-reported' as const }),
    ),
    database: lastBackup,
    folders: lastBackup,
    packageName: parsed(80),
    packageEndsOn: date,
    email: fc.constant(EMAIL),
    quota: fc.oneof(
      fc.record({
        kind: fc.constant('size' as const),
        amount: number,
        unit: fc.constantFrom('B', 'KB', 'MB', 'GB', 'TB', 'PB'),
      }),
      fc.record({ kind: fc.constant('as-sent' as const), text: parsed(40) }),
    ),
    backupCount: number,
    maxFolderCount: number,
    foldersFilesCount: number,
    dailyBackupCount: number,
    todayBackupCount: number,
    clientVersion: parsed(40),
    darkMode: fc.boolean(),
    sent: fc.record(Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, text])), {
      requiredKeys: [],
    }),
  } satisfies Record<keyof Account, fc.Arbitrary<unknown>>,
  { requiredKeys: ['id', 'zone', 'status', 'database', 'folders', 'sent'] },
) as fc.Arbitrary<Account>;

const threshold = fc.record({ value: number, unit: fc.constantFrom('hour', 'day'), setBy: text });
const thresholds: fc.Arbitrary<Thresholds> = fc.oneof(
  fc.constant(THRESHOLDS),
  fc.record({
    late: threshold,
    stale: threshold,
    // As settings bound it: the day from which a package ends soon is shown as a date.
    packageEndsSoon: fc.record({
      value: fc.integer({ min: 0, max: 365 }),
      unit: fc.constant('day' as const),
      setBy: text,
    }),
  }),
);
const setBy = { setBy: text };
const exceptions = fc.record(
  {
    weekdaysOnly: fc.record(setBy),
    ignored: fc.record({ backup: fc.constantFrom('database', 'folders'), ...setBy }),
    minimumClientVersion: fc.record({ version: parsed(40), ...setBy }),
  },
  { requiredKeys: [] },
);

/** More than the service ever answers, judged. */
export const answer: fc.Arbitrary<Answer> = fc
  .tuple(
    account,
    fc.record({ thresholds, exceptions }),
    // By our own clock.
    fc.integer({ min: NOW_MS - 100 * 86_400_000, max: NOW_MS + 86_400_000 }),
    fc.constantFrom('live', 'cached', 'last-known'),
  )
  .map(([about, rules, readAtMs, source]) => ({
    account: about,
    verdict: judge(about, source === 'last-known' ? readAtMs : NOW_MS, rules),
    readAtMs,
    source,
  }));

/** What operators may have written about an account. */
export const info = fc.record(
  {
    displayName: text,
    note: text,
    runbook: fc.constantFrom('https://wiki.example/', `https://wiki.example/${'%C4%B1'.repeat(79)}`),
    contact: fc.oneof(text, fc.constant(CONTACT)),
  },
  { requiredKeys: [] },
);

export const id = fc.oneof(
  text,
  fc.stringMatching(/^[0-9]{1,8}$/),
  fc.constantFrom('1001', '漢'.repeat(128)),
);
export const outcome: fc.Arbitrary<LookupOutcome> = fc.oneof(
  fc.record({ kind: fc.constant('found' as const), id, answer }),
  fc.record({ kind: fc.constantFrom('not-found', 'invalid-id', 'forbidden'), id }),
  fc.record(
    {
      kind: fc.constant('unavailable' as const),
      id,
      reason: fc.constantFrom(...(['no-answer', 'bad-response', 'login-rejected', 'busy'] as const)),
      retryAfterMs: number,
      lastKnown: answer,
    },
    { requiredKeys: ['kind', 'id', 'reason'] },
  ),
);
