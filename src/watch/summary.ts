import { judge } from '../account/judge.ts';
import { nextChangeAt } from '../account/level-over-time.ts';
import type { Mute } from '../account/outcome.ts';
import { DAY_MS, HOUR_MS } from '../account/time.ts';
import { type RulesOf, VERDICT_LEVELS } from '../account/verdict.ts';
import { type Incident, isWorse } from './incident.ts';
import type { WatchState } from './observe.ts';
import { type Gap, isGoingOn, type SourceOutage } from './outage.ts';

/** What is known about an account. */
export interface KnownAccount {
  readonly accountId: string;
  /** Absent before the first read. */
  readonly state?: WatchState;
  /** The open incident. Absent: the account is healthy, or was not read yet. */
  readonly incident?: Incident;
  /** Nobody is notified about it until then. Absent: it is not quiet. */
  readonly quietUntilMs?: number;
  /** The note that somebody wrote on it. Absent: there is none, or the account is healthy. */
  readonly note?: Mute;
}

/** Everything that a summary is made from. */
export interface Overview {
  readonly accounts: readonly KnownAccount[];
  /** Incidents of these accounts that ended after `sinceMs`, oldest first. */
  readonly ended: readonly { readonly accountId: string }[];
  /** When the last summary was posted; a day ago if there was none. */
  readonly sinceMs: number;
  readonly outage?: SourceOutage;
  readonly downtime?: Gap;
}

/** An account that is not healthy. As in alerts, failed reads do not change that. */
export type BadAccount = KnownAccount & { readonly incident: Incident };

/** When an account gets worse by age alone. */
export type Worsening = NonNullable<ReturnType<typeof worseningOf>>;

/** What people read at the start of a shift. */
export type Summary = ReturnType<typeof summaryOf>;

/** How far a summary looks ahead. */
const AHEAD_MS = 6 * HOUR_MS;
/** The first summary of a conversation lists what changed in this time. */
export const FIRST_SINCE_MS = DAY_MS;

/** The content of a summary at `nowMs`. `worsenings`: those of all its accounts. */
export function summaryOf(
  { accounts, ended, sinceMs, outage, downtime }: Overview,
  worsenings: readonly Worsening[],
  nowMs: number,
) {
  const all = accounts.filter((one): one is BadAccount => one.incident !== undefined).toSorted(worstFirst);
  const bad = all.filter(({ quietUntilMs }) => quietUntilMs === undefined);
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { incident } of bad) counts[incident.level] += 1;
  const changed = all.filter(({ incident }) => incident.detectedAtMs >= sinceMs);
  const isNew = ({ incident }: BadAccount) => incident.startedAtMs >= sinceMs;
  const badIds = new Set(idsOf(all));
  const reads = accounts.flatMap(({ state }) => (state === undefined ? [] : [state.readAtMs]));
  return {
    accountCount: accounts.length,
    counts,
    /** Worst first; among equals the one that began first. */
    bad,
    /** Unhealthy accounts that are quiet, in the same order. */
    quiet: all.filter(({ quietUntilMs }) => quietUntilMs !== undefined),
    /** Accounts by what happened to them since `atMs`. Each is in at most one list. */
    since: {
      atMs: sinceMs,
      fine: [...new Set(idsOf(ended))].filter((id) => !badIds.has(id)),
      new: idsOf(changed.filter(isNew)),
      worse: idsOf(changed.filter((account) => !isNew(account))),
    },
    /** Accounts that get worse in the next hours unless a backup runs, soonest first. */
    next: worsenings.filter(({ atMs }) => atMs > nowMs).toSorted((one, other) => one.atMs - other.atMs),
    /** How many accounts are worse by now unless a backup has run since their last read. */
    overdueCount: worsenings.filter(({ atMs }) => atMs <= nowMs).length,
    notReadCount: accounts.length - reads.length,
    /** Absent: none was read. */
    oldestReadAtMs: reads.length > 0 ? reads.reduce((one, other) => Math.min(one, other)) : undefined,
    /** Absent: there is none now. */
    outage: isGoingOn(outage) ? outage : undefined,
    /** Absent: none ended since the last summary. */
    downtime: downtime && downtime.toMs >= sinceMs ? downtime : undefined,
  };
}

const idsOf = (accounts: readonly { readonly accountId: string }[]): readonly string[] =>
  accounts.map(({ accountId }) => accountId);

const worstFirst = ({ incident: one }: BadAccount, { incident: other }: BadAccount): number =>
  VERDICT_LEVELS.indexOf(one.level) - VERDICT_LEVELS.indexOf(other.level) ||
  one.startedAtMs - other.startedAtMs;

/**
 * When an account gets worse unless a backup has run since its last read: in the next hours, or already. Undefined: it stays
 * as it is.
 */
export function worseningOf({ accountId, state }: KnownAccount, rulesOf: RulesOf, nowMs: number) {
  if (state?.account === undefined) return undefined;
  const { account, readAtMs } = state;
  const rules = rulesOf(accountId);
  // Only a few of thousands get this far.
  if (!isWorse(judge(account, nowMs + AHEAD_MS, rules).level, state.level)) return undefined;
  const atMs = nextChangeAt(account, readAtMs, rules);
  return atMs === undefined ? undefined : { accountId, atMs, level: judge(account, atMs, rules).level };
}
