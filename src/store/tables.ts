import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { VerdictLevel } from '../account/verdict.ts';
import type { Incident } from '../watch/incident.ts';
import type { WatchState } from '../watch/observe.ts';
import type { Posted, WatchedIncident } from '../watch/posted.ts';
import type { SummaryPlan } from '../watch/schedule.ts';
import type { Delivery, Target } from '../watch/watch-list.ts';

/** The PostgreSQL schema of all our tables. Others can share the database, and our data can be dropped as a whole. */
export const POSTGRES_SCHEMA = 'backup_status';

/** Rows as both databases store them. Times are epoch milliseconds. `migrations.ts` creates the tables. */
export interface Tables {
  /** Kysely's own table: the migrations of the database. */
  readonly kysely_migration: { name: string; timestamp: string };
  /** A row for each person who has stored anything. Changes of pins lock it, so that those of one person never interleave. */
  readonly people: PersonRow & {
    /** JSON of their recent look-ups. Null: there are none yet. */
    recents: string | null;
  };
  /** `folded_name` is the name in the form that is compared. It is unique per person. */
  readonly pins: PersonRow & {
    account_id: string;
    name: string | null;
    folded_name: string | null;
    pinned_at_ms: number;
  };
  /**
   * The list of accounts, including retired ones. Everybody sees `name`. `file` is from 1.x, whose rules file could add and
   * retire accounts.
   */
  readonly accounts: {
    id: string;
    name: string | null;
    source: 'file' | 'person';
    /** Null: the account is on the list. */
    retired_by: 'file' | 'person' | null;
  };
  /** One row. `revision` goes up by one with every change of the list. */
  readonly account_list: { id: number; revision: number };
  /** Accounts that are watched. `state` is JSON of a WatchState, null before the first read; `level` is its level. */
  readonly watched_accounts: DueRow & {
    state: string | null;
    level: VerdictLevel | null;
    /** When it was last read, with or without an answer. Null: not yet. */
    read_at_ms: number | null;
    /** Since when its reads have failed. Null: the last one succeeded. */
    failing_since_ms: number | null;
  };
  /** `id` is the id of a channel, or of a person who gets direct messages. */
  readonly channels: DueRow & {
    team_id: string;
    /** Slack's error code for why nothing can be posted here. Null: messages are accepted. */
    broken: string | null;
    /** JSON of a SummaryPlan. Null: no summary is scheduled. */
    summary: string | null;
    /** JSON of a Posted. Null: nothing was posted yet. */
    posted: string | null;
  };
  /** What a channel or a person watches, who began it, and its options. `pattern`: an id, or a prefix and a `*`. */
  readonly watches: {
    channel_id: string;
    pattern: string;
    user_id: string;
    tell_of: 'critical' | 'attention';
    zone: string;
    created_at_ms: number;
    /** When `tell_of` changed from critical to attention. Null: it never did. */
    widened_at_ms: number | null;
    /** JSON of the people and user groups to mention while nobody is on an incident. Null: none. */
    mentions: string | null;
    /** Since when the target is called. Null: it is not. */
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
    /** When it was detected that the incident is resolved. Null: it is open. */
    closed_at_ms: number | null;
  };
  /** The changes of all accounts, numbered by `seq` for each account. Rows are deleted only because of their age. */
  readonly changes: {
    account_id: string;
    seq: number;
    started_at_ms: number;
    detected_at_ms: number;
    level: VerdictLevel | 'unseen';
  };
  /** Outages of the service, and downtimes of this app. */
  readonly gaps: { from_ms: number; to_ms: number };
  /** The incidents of which a channel was notified, with their levels at that time. */
  readonly notified: {
    channel_id: string;
    incident_id: string;
    level: 'critical' | 'attention' | 'unknown';
    /** When the channel is notified again if the incident is critical and nobody is on it. Null: never. */
    again_at_ms: number | null;
    /** How often the channel was notified again because nobody was on it. */
    repeats: number;
  };
  /** All targets, configured or not. A claim decides which process may call a target. */
  readonly targets: DueRow & { id: Target };
  /** The last call to a target about an incident that it does not know to be over. */
  readonly deliveries: {
    target: Target;
    incident_id: string;
    account_id: string;
    told: Delivery['action'];
    /** The key of a call whose answer is not known. Null: the target has accepted the call. */
    key: string | null;
  };
  /**
   * Mutes, snoozes and notes; over once `until_ms` has passed. `channel_id` is empty for a mute, which applies everywhere,
   * and `*note*` for a note, whose text is `reason`.
   */
  readonly quiet: {
    account_id: string;
    channel_id: string;
    until_ms: number;
    user_id: string;
    reason: string | null;
  };
  /** Messages to post once in a channel, in the order of `id`. `notice` is JSON of a Notice. */
  readonly notices: { id: string; channel_id: string; notice: string };
  /** One row: the state of the service and of this app, for all processes. */
  readonly watch_source: {
    id: number;
    /** The last tick of any process. Null: there was none. */
    ticked_at_ms: number | null;
    /** No process starts a read before this time. */
    next_read_at_ms: number;
    /** The last outage of the service. Without an end it is still going on. */
    outage_since_ms: number | null;
    outage_over_at_ms: number | null;
    /** The last downtime of this app. */
    down_from_ms: number | null;
    down_to_ms: number | null;
  };
  /** The caches that replicas share. */
  readonly cache: { key: string; value: string; expires_at_ms: number | null };
}

/** `revision` goes up by one with every change of a person's pins. It orders their pins without relying on clocks. */
interface PersonRow {
  team_id: string;
  user_id: string;
  revision: number;
}

/** A row that becomes due, and that one process claims for the time of a lease. */
interface DueRow {
  id: string;
  due_at_ms: number;
  /** The row cannot be claimed before this time: a process has claimed it, or it rests. */
  lease_until_ms: number;
  /** The fencing token. It goes up by one with every claim; writes for an older claim are ignored. */
  epoch: number;
  /** Claims since the last one that was finished. */
  started_attempts: number;
}

/** The tables with such rows. */
export type DueTable = 'watched_accounts' | 'channels' | 'targets';

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** A transaction, or the database for reads outside of one, and the time of it: epoch milliseconds. */
export interface Tx {
  readonly db: Db;
  readonly nowMs: number;
}

export const COUNT = sql<number>`count(*)`.as('count');

/** How many rows a query selects. */
export async function countOf<All, Table extends keyof All>(
  rows: SelectQueryBuilder<All, Table, object>,
): Promise<number> {
  const row = await rows.select(COUNT).executeTakeFirstOrThrow();
  return (row as { readonly count: number }).count;
}

/** How many rows are read before other work gets a turn: thousands of accounts may become bad at once. */
export const PAGE = 200;

/**
 * Runs `round` until it gives fewer than `size` rows, with a turn for other work in between. Resolves with the rows of all
 * rounds. `last`: the last row of the round before.
 */
export async function inRounds<Row>(
  round: (last: Row | undefined) => Promise<readonly Row[]>,
  size = PAGE,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const more = await round(rows.at(-1));
    rows.push(...more);
    if (more.length < size) return rows;
    await yieldToEventLoop();
  }
}

/** How many rows one statement of `changeAll` changes: SQLite's run in this thread. */
export const CHANGED_AT_ONCE = 2_500;

/**
 * Runs a statement that changes up to `CHANGED_AT_ONCE` rows, none twice, until it changes fewer. Resolves with all of them.
 * If another transaction changes some of thousands of rows meanwhile, others may be left as they are.
 */
export const changeAll = <Row>(db: Db, change: RawBuilder<Row>): Promise<Row[]> =>
  inRounds(async () => (await change.execute(db)).rows, CHANGED_AT_ONCE);

/** The state of a watched account. Undefined before the first read. */
export const stateIn = ({ state }: Pick<Tables['watched_accounts'], 'state'>): WatchState | undefined =>
  state === null ? undefined : JSON.parse(state);

/** What was posted in a channel. */
export const postedIn = (channel: Pick<Tables['channels'], 'posted'> | undefined): Posted =>
  JSON.parse(channel?.posted ?? '{}');

/** The schedule of a channel's summary. Undefined: there is none. */
export const planIn = ({ summary }: Pick<Tables['channels'], 'summary'>): SummaryPlan | undefined =>
  summary === null ? undefined : JSON.parse(summary);

/** An incident with the state of its account. */
export const toWatchedIncident = (
  row: Tables['incidents'] & Pick<Tables['watched_accounts'], 'state'>,
): WatchedIncident => ({ id: row.id, accountId: row.account_id, ...toIncident(row), state: stateIn(row) });

/** An incident without what only the database needs. */
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
