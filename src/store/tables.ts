import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { VerdictLevel } from '../account/verdict.ts';
import type { Delivery, Target } from '../watch/deliveries.ts';
import type { Incident } from '../watch/incident.ts';
import type { WatchState } from '../watch/observe.ts';
import type { Posted, WatchedIncident } from '../watch/posted.ts';
import type { SummaryPlan } from '../watch/schedule.ts';

/** Everything of ours in a PostgreSQL database, so that it may be shared with others, and dropped as a whole. */
export const POSTGRES_SCHEMA = 'backup_status';

/** Rows as both databases keep them; times are epoch milliseconds. `migrations.ts` makes the tables. */
export interface Tables {
  /** Kysely's own: the migrations that the database has had. */
  readonly kysely_migration: { name: string; timestamp: string };
  /** A row for each person who ever wrote: what a writer locks, so that one person's writes never interleave. */
  readonly people: PersonRow & {
    /** JSON of what they looked up last; null: nothing yet. */
    recents: string | null;
  };
  /** `folded_name` is the name as it is compared; unique for a person. */
  readonly pins: PersonRow & {
    account_id: string;
    name: string | null;
    folded_name: string | null;
    pinned_at_ms: number;
  };
  /**
   * The list of accounts, with those that were on it. `name` is what it is called for everybody. The rules file of 1.x
   * wrote to the list, too.
   */
  readonly accounts: {
    id: string;
    name: string | null;
    source: 'file' | 'person';
    /** Null: it is on the list. */
    retired_by: 'file' | 'person' | null;
  };
  /** One row: goes up by one with every change of the list. */
  readonly account_list: { id: number; revision: number };
  /** Those that somebody watches. `state` is JSON of a WatchState, null before the first read, and `level` is that of it. */
  readonly watched_accounts: DueRow & {
    state: string | null;
    level: VerdictLevel | null;
    /** When it was last read, with or without an answer; null: not yet. */
    read_at_ms: number | null;
    /** Since when each read has failed; null: the last one did not. */
    failing_since_ms: number | null;
  };
  /** `id` is that of a channel, or of a person who is notified in a direct message. */
  readonly channels: DueRow & {
    team_id: string;
    /** Slack's word for why nothing can be posted here; null: something can. */
    broken: string | null;
    /** JSON of a SummaryPlan; null: no summary comes by itself. */
    summary: string | null;
    /** JSON of a Posted; null: nothing was posted yet. */
    posted: string | null;
  };
  /** Who watches what in a channel or for a person, with which options. `pattern` is an id, or its beginning and a `*`. */
  readonly watches: {
    channel_id: string;
    pattern: string;
    user_id: string;
    tell_of: 'critical' | 'attention';
    zone: string;
    created_at_ms: number;
    /** When `tell_of` became wider; null: it has not. */
    widened_at_ms: number | null;
    /** JSON of the people and user groups who are mentioned while nobody is on it; null: none. */
    mentions: string | null;
    /** Since when a target is called; null: it is not. */
    pagerduty_since_ms: number | null;
    ntfy_since_ms: number | null;
    webhook_since_ms: number | null;
  };
  readonly incidents: {
    id: string;
    account_id: string;
    level: 'critical' | 'attention' | 'unknown';
    started_at_ms: number;
    detected_at_ms: number;
    can_wait: number;
    owner_id: string | null;
    owner_since_ms: number | null;
    owner_until_ms: number | null;
    resolved_at_ms: number | null;
    /** When it was noticed that it is resolved; null: it is open. */
    closed_at_ms: number | null;
  };
  /** How accounts became what they are. `seq` counts those of one account; nothing but age removes a row. */
  readonly changes: {
    account_id: string;
    seq: number;
    started_at_ms: number;
    detected_at_ms: number;
    level: VerdictLevel | 'unseen';
  };
  /** Times in which the service could not be asked, or nobody watched. */
  readonly gaps: { from_ms: number; to_ms: number };
  /** What a channel was notified of: an incident, and how bad it was. */
  readonly notified: {
    channel_id: string;
    incident_id: string;
    level: 'critical' | 'attention' | 'unknown';
    /** When the channel is notified of it again if it is critical and nobody is on it; null: not any more. */
    again_at_ms: number | null;
    /** How often the channel was notified again because nobody is on it. */
    repeats: number;
  };
  /** All targets, set or not: who may call which of them now. */
  readonly targets: DueRow & { id: Target };
  /** What a target was called with last about an incident that is not over there. */
  readonly deliveries: {
    target: Target;
    incident_id: string;
    account_id: string;
    told: Delivery['action'];
    /** Of a call whose answer is not known; null: the target has accepted it. */
    key: string | null;
  };
  /**
   * When nobody is notified of an account; over once `until_ms` has passed. `channel_id` empty: everywhere; `*note*`: the
   * reason is a note on the account, and nothing is quiet.
   */
  readonly quiet: {
    account_id: string;
    channel_id: string;
    until_ms: number;
    user_id: string;
    reason: string | null;
  };
  /** What is posted once in a channel, in the order of `id`. `notice` is JSON of a Notice. */
  readonly notices: { id: string; channel_id: string; notice: string };
  /** One row: what is known of the service and of ourselves, for all processes. */
  readonly watch_source: {
    id: number;
    /** The last tick of any process; null: there was none. */
    ticked_at_ms: number | null;
    /** No process begins to read an account before. */
    next_read_at_ms: number;
    /** The last time in which the service could not be asked; without an end it goes on. */
    outage_since_ms: number | null;
    outage_over_at_ms: number | null;
    /** The last time in which nobody watched. */
    down_from_ms: number | null;
    down_to_ms: number | null;
  };
  /** Keyv's, for what replicas share. */
  readonly cache: { key: string; value: string; expires_at_ms: number | null };
}

/** `revision` goes up by one with every write of a person, and orders their rows without trusting clocks. */
interface PersonRow {
  team_id: string;
  user_id: string;
  revision: number;
}

/** What falls due, and is claimed by one process until its lease is over. */
export interface DueRow {
  id: string;
  due_at_ms: number;
  /** Nobody else may claim it before: another process has it, or it rests. */
  lease_until_ms: number;
  /** Goes up by one with every claim; what is finished for an older one changes nothing. */
  epoch: number;
  /** Claims since the last one that was finished. */
  started_attempts: number;
}

/** The tables of such rows. */
export type DueTable = 'watched_accounts' | 'channels' | 'targets';

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** A transaction, or what is read outside of one, and its time: epoch milliseconds. */
export interface Tx {
  readonly db: Db;
  readonly nowMs: number;
}

export const COUNT = sql<number>`count(*)`.as('count');

/** How many rows a query finds. */
export async function countOf<All, Table extends keyof All>(
  rows: SelectQueryBuilder<All, Table, object>,
): Promise<number> {
  const row = await rows.select(COUNT).executeTakeFirstOrThrow();
  return (row as { readonly count: number }).count;
}

/** How many rows are read or written before others are served: thousands of accounts may become bad at once. */
export const PAGE = 200;

/** All rows. `readPage` reads up to PAGE of them that come after the last one, at first after none. */
export async function readPages<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
    await yieldToEventLoop();
  }
}

/** What is known of a watched account; nothing before the first read. */
export const stateIn = ({ state }: Pick<Tables['watched_accounts'], 'state'>): WatchState | undefined =>
  state === null ? undefined : JSON.parse(state);

/** What is in a channel. */
export const postedIn = ({ posted }: Pick<Tables['channels'], 'posted'>): Posted =>
  posted === null ? {} : JSON.parse(posted);

/** When a summary comes to a channel by itself. */
export const planIn = ({ summary }: Pick<Tables['channels'], 'summary'>): SummaryPlan | undefined =>
  summary === null ? undefined : JSON.parse(summary);

/** An incident with the state of its account. */
export const toWatchedIncident = (
  row: Tables['incidents'] & Pick<Tables['watched_accounts'], 'state'>,
): WatchedIncident => ({ id: row.id, accountId: row.account_id, ...toIncident(row), state: stateIn(row) });

/** An incident as the rules see it. */
export const toIncident = (row: Tables['incidents']): Incident => ({
  level: row.level,
  startedAtMs: row.started_at_ms,
  detectedAtMs: row.detected_at_ms,
  canWait: row.can_wait === 1 || undefined,
  owner:
    row.owner_id !== null && row.owner_since_ms !== null && row.owner_until_ms !== null
      ? { userId: row.owner_id, sinceMs: row.owner_since_ms, untilMs: row.owner_until_ms }
      : undefined,
  resolvedAtMs: row.resolved_at_ms ?? undefined,
});
