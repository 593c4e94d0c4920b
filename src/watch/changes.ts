import { judge } from '../account/judge.ts';
import { HOUR_MS } from '../account/time.ts';
import type { Reason, Terms, VerdictLevel } from '../account/verdict.ts';
import type { WatchState } from './observe-reading.ts';

/** How an account is from a moment on. The first read of an account is one, too. */
export interface Change {
  /** `unseen`: nobody knows, from the last proven time on. */
  readonly level: VerdictLevel | 'unseen';
  /** By the dates of the account where they say so, epoch milliseconds. */
  readonly startedAtMs: number;
  /** When it was read. */
  readonly detectedAtMs: number;
  /** Names of rules with the backup that they are about, such as `backup-stale:database`. */
  readonly reasons: readonly string[];
}

/** A time in which the service could not be asked, or nobody watched. It proves nothing about any account. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * For how long an answer holds by itself: planned reads are never further apart. In a longer silence backups may have run
 * that no answer names, since each names the last one only.
 */
export const HOLDS_FOR_MS = 5 * HOUR_MS;

/** What a read adds to the changes of an account, in their order. `known`: what was known before. */
export function changesOf(
  known: WatchState | undefined,
  read: WatchState,
  terms: Terms,
  nowMs: number,
): readonly Change[] {
  const { level, startedAtMs, readAtMs } = read;
  const change: Change = { level, startedAtMs, detectedAtMs: nowMs, reasons: reasonsIn(read, terms) };
  if (known === undefined) return [change];
  const unseen = unseenSince(known, nowMs);
  // No answer has come since, and at some time that says something.
  if (readAtMs === known.readAtMs) return level === known.level ? [] : [unseen];
  // It was as it was known to be until then, whatever other limits make of that.
  const notBefore = { ...change, startedAtMs: Math.max(startedAtMs, known.readAtMs) };
  if (readAtMs - known.readAtMs > HOLDS_FOR_MS) return [unseen, notBefore];
  if (level !== known.level) return [notBefore];
  const isSame = String(change.reasons) === String(reasonsIn(known, terms));
  return isSame ? [] : [{ ...change, startedAtMs: readAtMs }];
}

/** Nobody reads the account any more, or nobody could. */
export const unseenSince = ({ readAtMs }: WatchState, nowMs: number): Change => ({
  level: 'unseen',
  startedAtMs: readAtMs,
  detectedAtMs: nowMs,
  reasons: [],
});

function reasonsIn({ account, readAtMs }: WatchState, terms: Terms): readonly string[] {
  if (account === undefined) return [];
  const { reasons } = judge(account, readAtMs, terms);
  return reasons.filter(({ level }) => level !== 'note').map(nameOf);
}

function nameOf(reason: Reason): string {
  const half = 'old' in reason ? reason.old : 'backup' in reason ? reason.backup : undefined;
  return half === undefined ? reason.rule : `${reason.rule}:${half}`;
}
