import type { UnavailableReason } from '../../src/account/outcome.ts';
import type { BackupKind, Reason, Thresholds } from '../../src/account/verdict.ts';
import { actNow, fine, halfProtected, NOT_CHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { HOUR_MS, NOW_MS, THRESHOLDS } from './samples.ts';

/** The two lines that a list has for an account of samples.ts. */
interface Row {
  readonly title: string;
  readonly numbers: string;
}

const SIGN = { online: '🟢', offline: '⚪', 'backing-up': '🔄' };

/** The second line of an account in a list: its status, then whatever else there is to say. */
export const numbersOf = (status: keyof typeof SIGN, ...parts: readonly string[]) =>
  [`${SIGN[status]} ${words.status[status]}`, ...parts].join(' · ');

/** A backup in such a line. */
export const agedHours = (backup: BackupKind, hours: number) =>
  words.triage.backup(backup, words.time.shortDuration(hours * HOUR_MS));

/** That a backup is so old that an account is critical. */
export const staleFor = (backup: BackupKind, hours: number): Reason => ({
  rule: 'backup-stale',
  level: 'critical',
  backup,
  ageMs: hours * HOUR_MS,
  threshold: THRESHOLDS.stale,
});

export const FINE_ROW: Row = {
  title: fine('1001'),
  numbers: numbersOf('online', agedHours('database', 2), agedHours('folders', 5)),
};

/** `CRITICAL` of samples.ts. */
export const ACT_ROW: Row = {
  title: actNow('1004'),
  numbers: numbersOf(
    'offline',
    agedHours('folders', 90),
    agedHours('database', 80),
    words.triage.packageEnds(5),
  ),
};

/** What its card gives as reasons, besides its headline. */
export const ACT_REASONS = [staleFor('database', 80), staleFor('folders', 90)]
  .concat({
    rule: 'package-ends-soon',
    level: 'attention',
    endsOn: '2026-11-26',
    daysLeft: 5,
    threshold: THRESHOLDS.packageEndsSoon,
  })
  .map(words.verdict.reason);

/** And as the next step. */
export const ACT_STEP = words.verdict.nextStep(staleFor('database', 80), 'offline') ?? '';

/** Folders 30 hours old, the database one hour. */
export const WATCH_ROW: Row = {
  title: halfProtected('1007'),
  numbers: numbersOf('online', agedHours('database', 1)),
};

/** What is said of a failure of the service, for which nobody knows a better moment to ask again. */
export const failureOf = (reason: UnavailableReason) => words.failure.unavailable[reason](undefined);

/** The service was too slow. */
export const TIMEOUT_ROW: Row = {
  title: `1009 · ${NOT_CHECKED}`,
  numbers: `${failureOf('no-answer').what} ${failureOf('no-answer').next}`,
};

/** Why there is nothing newer, as a line of its own, before what is said of the answers there are. */
const saidOnce = (reason: UnavailableReason) => `~ 🔌 *${failureOf(reason).what}*`;
export const SAID_ONCE = {
  noAnswer: saidOnce('no-answer'),
  loginRejected: saidOnce('login-rejected'),
  busy: saidOnce('busy'),
};

export const TELL_WHO_RUNS_IT = failureOf('login-rejected').next;

/** What is said of an earlier answer: what it was, and how long ago it was read. */
export function wasLine(sign: string, headline: string, readAtMs: number): string {
  return `${words.card.was(sign, headline)} · ${words.time.ago(NOW_MS - readAtMs)}`;
}

/** `⚪ Offline · read …` as a card draws it, of a status that the service knows; `ages` follow it on good news. */
export function statusLineOf(
  kind: keyof typeof SIGN,
  { readAtMs = NOW_MS - 4000, ages = '' }: { readonly readAtMs?: number; readonly ages?: string } = {},
): string {
  const exact = words.time.dateTime({ atMs: readAtMs, zoneId: '+03:00', nowMs: NOW_MS });
  const format = words.card.read('{date_short_pretty} {time}');
  const date = `<!date^${Math.floor(readAtMs / 1000)}^${format}|${words.card.read(exact)}>`;
  return `${SIGN[kind]} ${words.status[kind]} · ${date}${ages}`;
}

/** Since when an account of samples.ts is as bad as it is, its backup this many hours over the limit. */
const SINCE = {
  /** `CRITICAL`: its folders reached 48 hours 42 hours ago. */
  act: NOW_MS - 42 * HOUR_MS,
  /** Its folders reached 26 hours. */
  watch: NOW_MS - 4 * HOUR_MS,
};

/** How a card and a list say it, as they draw it; the other form is that of a device which cannot draw it. */
function sinceParts(atMs: number, say: (time: string) => string) {
  const fallback = say(words.time.dateTime({ atMs, zoneId: '+03:00', nowMs: NOW_MS }));
  return { type: 'date', timestamp: atMs / 1000, format: say('{date_short_pretty} {time}'), fallback };
}

/** The same as one line. */
function sinceLineOf(atMs: number, say: (time: string) => string): string {
  const { timestamp, format, fallback } = sinceParts(atMs, say);
  return `<!date^${timestamp}^${format}|${fallback}>`;
}

/** On the card of `CRITICAL`. */
export const ACT_SINCE = sinceLineOf(SINCE.act, (time) => words.history.since('critical', time));

/** Of the account of samples.ts that is fine. */
export const FINE_AGES = ` · ${words.verdict.ages([
  { backup: 'database', ageMs: 2 * HOUR_MS },
  { backup: 'folders', ageMs: 5 * HOUR_MS },
])}`;

/** How a list ends: when it was drawn. */
export const DRAWN_AT = `~ <!date^${NOW_MS / 1000}^${words.triage.asOf('{date_short_pretty} {time}')}|${words.triage.asOf(
  words.time.dateTime({ atMs: NOW_MS, zoneId: 'UTC', nowMs: NOW_MS }),
)}>`;

/** The limits of samples.ts as a list names them, each with where it is set. */
export const limitLines = (names = Object.keys(THRESHOLDS) as (keyof Thresholds)[]) =>
  names.map((name) => `• ${words.details.limit(name, THRESHOLDS[name], THRESHOLDS[name].setBy)}`);
