import type { Account } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import type { Answer, LookupOutcome, UnavailableReason } from '../../src/account/outcome.ts';
import type { AccountInfo, Thresholds } from '../../src/account/verdict.ts';
import type { CheckUp } from '../../src/lookup/check-up.ts';
import type { HomeState } from '../../src/slack/home/home.ts';
import { type SlackContext, sharedBlock } from '../../src/slack/kit/message.ts';
import { words } from '../support/reader.ts';

export const HOUR_MS = 3_600_000;

/** 21 Nov 2026, 05:40 in the service's zone. */
export const NOW_MS = Date.parse('2026-11-21T02:40:00Z');

export const THRESHOLDS: Thresholds = {
  late: { value: 26, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' },
  stale: { value: 48, unit: 'hour', setBy: 'BACKUP_STALE_AFTER_HOURS' },
  packageEndsSoon: { value: 14, unit: 'day', setBy: 'PACKAGE_ENDS_SOON_DAYS' },
};

export const CHECK_UP = {
  hasToken: true,
  answeredAtMs: NOW_MS - 120_000,
  watch: {
    accounts: 12,
    levels: { healthy: 12, attention: 0, critical: 0, unknown: 0 },
    brokenChannels: 0,
    lateMs: 0,
    aliveAtMs: NOW_MS - 60_000,
  },
} as CheckUp;

export const PRIVATE: SlackContext = {
  nowMs: NOW_MS,
  words,
  audience: 'private',
  rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
  zone: 'UTC',
};
export const CHANNEL: SlackContext = {
  ...PRIVATE,
  audience: 'channel',
  shared: sharedBlock('U012AB3CD', '', PRIVATE),
};

export const hoursAgo = (hours: number) =>
  ({ kind: 'at', atMs: NOW_MS - hours * HOUR_MS, precision: 'second' }) as const;

/** A healthy account with every property: the only complete list of properties in the tests. */
export const FULL_ACCOUNT: Required<Account> = {
  id: '1001',
  zone: { id: '+03:00', assumedFrom: 'login' },
  status: { kind: 'online', sent: 'çevrimiçi' },
  database: hoursAgo(2),
  folders: hoursAgo(5),
  packageName: 'Kurumsal 500',
  packageEndsOn: '2027-06-09',
  email: 'bilgi@musteri.example',
  quota: { kind: 'size', amount: 500, unit: 'GB' },
  backupCount: 1240,
  maxFolderCount: 50,
  foldersFilesCount: 21,
  dailyBackupCount: 4,
  todayBackupCount: 2,
  clientVersion: '4.12.0',
  darkMode: false,
  sent: {
    packageName: 'Kurumsal 500',
    endDate: '2027-06-09',
    email: 'bilgi[at]musteri.example',
    status: 'çevrimiçi',
    quota: '500 GB',
    darkMode: 'false',
  },
};

/** A healthy account with these differences. */
export const account = (differences: Partial<Account> = {}): Account => ({ ...FULL_ACCOUNT, ...differences });

const SENT_AS: Partial<Record<keyof Account, string>> = {
  packageEndsOn: 'endDate',
  clientVersion: 'version',
};

/** An account without these properties, which are then "not reported". */
export function accountWithout(...names: (keyof Account)[]): Account {
  const without = <Whole extends object>(whole: Whole, left: readonly string[]) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !left.includes(name)));
  const all = account();
  const sent = without(
    all.sent,
    names.map((name) => SENT_AS[name] ?? name),
  );
  return { ...without(all, names), sent } as unknown as Account;
}

export function answer(about: Account = account(), readAtMs = NOW_MS - 4000): Answer {
  return {
    account: about,
    verdict: judge(about, NOW_MS, { thresholds: THRESHOLDS }),
    readAtMs,
    source: 'live',
  };
}

export function found(differences: Partial<Account> = {}): LookupOutcome {
  const about = account(differences);
  return { kind: 'found', id: about.id, answer: answer(about) };
}

/** What operators have written about every account. */
export const contextWith = (info: AccountInfo, context = PRIVATE): SlackContext => ({
  ...context,
  rulesOf: (id) => ({ ...PRIVATE.rulesOf(id), ...info }),
});

/** Both backups are stale and the package ends soon. */
export const CRITICAL: Partial<Account> = {
  id: '1004',
  status: { kind: 'offline', sent: 'çevrimdışı' },
  database: hoursAgo(80),
  folders: hoursAgo(90),
  packageEndsOn: '2026-11-26',
};

export function unavailable(reason: UnavailableReason, id = '1009', retryAfterMs?: number): LookupOutcome {
  return { kind: 'unavailable', id, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The service fails; this is its answer of 12 minutes ago. */
export function lastKnown(differences: Partial<Account>, reason: UnavailableReason): LookupOutcome {
  const about = account(differences);
  const earlier: Answer = { ...answer(about, NOW_MS - 12 * 60_000), source: 'last-known' };
  return { kind: 'unavailable', id: about.id, reason, lastKnown: earlier };
}

/** A Home without content. */
export const EMPTY_HOME: HomeState = {
  accounts: [],
  workspace: {
    accounts: [],
    others: { critical: 0, attention: 0, unknown: 0, healthy: 0, muted: 0, 'not-read': 0 },
    othersTaken: 0,
  },
  broken: [],
  recents: [],
  isAsking: false,
};
