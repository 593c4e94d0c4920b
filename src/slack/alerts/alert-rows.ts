import { headlineOf } from '../../account/headline.ts';
import { judge } from '../../account/judge.ts';
import type { TermsOf } from '../../account/terms.ts';
import { ownedSinceMs } from '../../watch/incident.ts';
import { worstFirst } from '../../watch/summary.ts';
import type { ToldRow } from '../../watch/told.ts';
import type { WatchedIncident } from '../../watch/watch-store.ts';
import type { Words } from '../../words/words.ts';
import { accountInList } from '../card/account-name.ts';

/**
 * An account that is still not all right. Its texts are made when they are shown: of thousands of accounts only a few
 * are shown.
 */
export interface OpenRow {
  readonly accountId: string;
  /** What it is called for everybody, fit to be shown. */
  readonly name: () => string;
  readonly level: ToldRow['level'];
  /** Why, without its name. */
  readonly why: () => string;
  readonly startedAtMs: number;
  /** Who is on it. Absent: nobody. `sinceMs` is absent when somebody else has taken it since. */
  readonly owner?: { readonly userId: string; readonly sinceMs?: number };
}

/** An account that is all right again. */
export interface FineRow extends Pick<OpenRow, 'accountId' | 'name'> {
  readonly incidentId: string;
  readonly resolvedAtMs: number;
  readonly lastedMs: number;
}

/** What an alert says of its accounts, by how each is now. */
export interface AlertRows {
  /** Worst first, of equal ones the one that began first. */
  readonly open: readonly OpenRow[];
  readonly fine: readonly FineRow[];
  /** Those that a newer message is about. */
  readonly moved: readonly Pick<OpenRow, 'accountId' | 'name'>[];
  /** Those that nobody here watches any more. */
  readonly notWatchedCount: number;
}

interface RowsContext {
  readonly incidents: readonly WatchedIncident[];
  readonly nowMs: number;
  readonly words: Words;
  readonly termsOf: TermsOf;
}

export function alertRows(rows: readonly ToldRow[], context: RowsContext): AlertRows {
  const { incidents, words, termsOf } = context;
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  const [open, fine, moved]: [OpenRow[], FineRow[], AlertRows['moved'][number][]] = [[], [], []];
  let notWatchedCount = 0;
  for (const row of rows) {
    const incident = byId.get(row.incidentId);
    if (incident === undefined || row.ended === 'not-watched') {
      notWatchedCount += 1;
      continue;
    }
    const { accountId, startedAtMs } = incident;
    const name = () =>
      accountInList(accountId, { audience: 'channel', words }, termsOf(accountId).displayName);
    const { incidentId, resolvedAtMs } = row;
    if (row.ended === 'moved') moved.push({ accountId, name });
    else if (resolvedAtMs === undefined) open.push({ ...openRow(row, incident, context), name });
    else fine.push({ incidentId, accountId, name, resolvedAtMs, lastedMs: resolvedAtMs - startedAtMs });
  }
  return { open: open.toSorted(worstFirst), fine: fine.toSorted(oldestFirst), moved, notWatchedCount };
}

const startOf = ({ resolvedAtMs, lastedMs }: FineRow) => resolvedAtMs - lastedMs;
/** Accounts keep their places when they become fine. */
const oldestFirst = (one: FineRow, other: FineRow) => startOf(one) - startOf(other);

function openRow(
  { level, ownerId }: ToldRow,
  incident: WatchedIncident,
  context: RowsContext,
): Omit<OpenRow, 'name'> {
  const { accountId, startedAtMs, owner } = incident;
  const row = { accountId, level, why: () => whyOf(level, incident, context), startedAtMs };
  if (ownerId === undefined) return row;
  const isTheirs = owner?.userId === ownerId;
  return { ...row, owner: { userId: ownerId, sinceMs: isTheirs ? ownedSinceMs(owner) : undefined } };
}

/** Based on the last read. When that has changed since, only the level that was told. */
export function whyOf(
  level: ToldRow['level'],
  { accountId, state }: Pick<WatchedIncident, 'accountId' | 'state'>,
  { words, termsOf, nowMs }: Omit<RowsContext, 'incidents'>,
): string {
  if (state?.account === undefined)
    return level === 'unknown' ? words.alert.noData : words.verdict.headline({ kind: 'bare', level });
  const verdict = judge(state.account, nowMs, termsOf(accountId));
  const headline = verdict.level === level ? headlineOf(verdict) : ({ kind: 'bare', level } as const);
  return words.verdict.headline(headline);
}
