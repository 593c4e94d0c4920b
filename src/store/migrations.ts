import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '../account/time.ts';
import type { WatchState } from '../watch/observe.ts';
import type { Gap, SourceOutage } from '../watch/outage.ts';
import { adoptMessages } from './adopt-messages.ts';
import type { Db } from './tables.ts';

/** Statements in the SQL that SQLite and PostgreSQL share, and what SQL alone cannot do. Both measure `length` in code points. */
const step = (...parts: readonly (string | ((db: Db) => Promise<unknown>))[]): Migration => ({
  async up(db: Db) {
    for (const part of parts) await (typeof part === 'string' ? sql.raw(part).execute(db) : part(db));
  },
});

/** The columns of rows that become due and are claimed. */
const DUE = `
  due_at_ms bigint not null,
  lease_until_ms bigint not null,
  epoch integer not null,
  started_attempts integer not null`;

/** The options of a watch. */
const ASKED = `
  user_id text not null check (length(user_id) between 1 and 64),
  tell_of text not null,
  zone text not null check (length(zone) between 1 and 64),
  created_at_ms bigint not null`;

/** The columns of rows for an account of a person. */
const OF_PERSON = `
  team_id text not null,
  user_id text not null,
  account_id text not null check (length(account_id) between 1 and 256),
  revision integer not null`;

const keyOfPerson = (table: string) => `
  constraint ${table}_key primary key (team_id, user_id, account_id),
  constraint ${table}_person foreign key (team_id, user_id) references people (team_id, user_id) on delete cascade`;

const IS_PREFIX = `substr(pattern, length(pattern), 1) = '*'
  and length(replace(replace(pattern, '*', ''), '?', '')) = length(pattern) - 1`;

/** In 1.x, accounts that were bad when their watch began had no incident, so nobody could acknowledge them. */
async function openBaselines(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly id: string; readonly state: string }>`
    select id, state from watched_accounts
    where level <> 'healthy' and id not in (select account_id from incidents where closed_at_ms is null)`.execute(
    db,
  );
  for (const { id, state } of rows) {
    const { level, startedAtMs } = JSON.parse(state) as WatchState;
    await sql`insert into incidents (id, account_id, level, started_at_ms, detected_at_ms, can_wait)
      values (${`${id}@0`}, ${id}, ${level}, ${startedAtMs}, 0, 0)`.execute(db);
  }
}

/** Replaces the JSON of 1.x by columns. */
async function splitRecord(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly record: string }>`select record from watch_source`.execute(db);
  const record: { aliveAtMs?: number; outage?: SourceOutage; absence?: Gap } = JSON.parse(
    rows[0]?.record ?? '{}',
  );
  const { aliveAtMs = null, outage, absence } = record;
  await sql`drop table watch_source`.execute(db);
  await sql`
    create table watch_source (
      id integer primary key,
      ticked_at_ms bigint,
      next_read_at_ms bigint not null,
      outage_since_ms bigint,
      outage_over_at_ms bigint,
      down_from_ms bigint,
      down_to_ms bigint)`.execute(db);
  await sql`insert into watch_source values (1, ${aliveAtMs}, 0, ${outage?.sinceMs ?? null},
    ${outage?.overAtMs ?? null}, ${absence?.fromMs ?? null}, ${absence?.toMs ?? null})`.execute(db);
}

/** Makes one value of the recent look-ups of each person. */
async function joinRecents(db: Db): Promise<void> {
  const { rows } = await sql<Record<'team_id' | 'user_id' | 'account_id', string>>`
    select * from recents order by revision desc, asked_at_ms desc`.execute(db);
  for (const own of Map.groupBy(rows, (row) => `${row.team_id} ${row.user_id}`).values()) {
    const recents = own.map((row) => ({ accountId: row.account_id }));
    await sql`update people set recents = ${JSON.stringify(recents)}
      where team_id = ${own[0]?.team_id} and user_id = ${own[0]?.user_id}`.execute(db);
  }
}

/**
 * All missing migrations run in one transaction, on SQLite and on PostgreSQL. A released migration is never edited, renamed
 * or removed. They run in the order of their names, and each database records the names of those that it has. The version of
 * a database is their number.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  // Changes nothing in a database of version 1.0.0, which has these tables. 1.0.0 reads the version from the last table and
  // refuses one above 1, so it can start on this database until a migration adds a 2.
  '0001_pins_and_recents': step(
    `create table if not exists people (
      team_id text not null check (length(team_id) between 1 and 64),
      user_id text not null check (length(user_id) between 1 and 64),
      revision integer not null,
      constraint people_key primary key (team_id, user_id))`,
    `create table if not exists pins (${OF_PERSON},
      name text check (length(name) between 1 and 200),
      folded_name text check (length(folded_name) between 1 and 800),
      pinned_at_ms bigint not null,
      ${keyOfPerson('pins')},
      constraint pins_name_key unique (team_id, user_id, folded_name))`,
    `create table if not exists recents (${OF_PERSON}, asked_at_ms bigint not null, ${keyOfPerson('recents')})`,
    'create table if not exists migrations (version integer primary key, applied_at_ms bigint not null)',
    `insert into migrations (version, applied_at_ms) values (1, ${Date.now()}) on conflict do nothing`,
  ),

  '0002_watches': step(
    `create table watched_accounts (
      id text primary key check (length(id) between 1 and 256), ${DUE},
      state text,
      level text)`,
    // Lets accounts be counted, and listed worst first, without reading their states.
    'create index watched_accounts_by_level on watched_accounts (level, id)',
    `create table channels (
      id text primary key check (length(id) between 1 and 64), ${DUE},
      team_id text not null check (length(team_id) between 1 and 64),
      broken text)`,
    'create index watched_accounts_due on watched_accounts (due_at_ms)',
    'create index channels_due on channels (due_at_ms)',
    `create table watches (
      channel_id text not null references channels (id),
      account_id text not null references watched_accounts (id), ${ASKED},
      constraint watches_key primary key (channel_id, account_id))`,
    'create index watches_of_account on watches (account_id)',
    // For the pages of what a person watches, and where they began those watches.
    'create index watches_of_user on watches (user_id, account_id, channel_id)',
    `create table incidents (
      id text primary key,
      account_id text not null,
      level text not null,
      started_at_ms bigint not null,
      detected_at_ms bigint not null,
      can_wait integer not null,
      owner_id text,
      owner_until_ms bigint,
      resolved_at_ms bigint,
      closed_at_ms bigint)`,
    'create unique index open_incidents on incidents (account_id) where closed_at_ms is null',
    // Leaves out open incidents: for those SQLite would prefer it to the index above.
    'create index closed_incidents on incidents (closed_at_ms, id) where closed_at_ms is not null',
    `create table messages (
      id text primary key,
      channel_id text not null,
      told text not null,
      posted_at_ms bigint not null,
      posted_in text,
      ts text,
      is_over integer not null,
      is_outdated integer not null)`,
    'create index messages_of_channel on messages (channel_id, is_over)',
    'create index messages_over on messages (is_over, posted_at_ms)',
    // An action on an alert names the message by these.
    'create index messages_in_slack on messages (posted_in, ts)',
    'create table watch_source (id integer primary key, record text not null)',
  ),

  '0003_summaries': step('alter table channels add column summary text'),

  // Day first, so that the rows of today are adjacent, and so are those to delete.
  '0004_account_days': step(
    `create table account_days (
      day integer not null,
      account_id text not null check (length(account_id) between 1 and 256),
      critical_ms integer not null,
      attention_ms integer not null,
      unknown_ms integer not null,
      healthy_ms integer not null,
      constraint account_days_key primary key (day, account_id))`,
    'create index incidents_of_account on incidents (account_id)',
  ),

  '0005_accounts': step(
    `create table accounts (
      id text primary key check (length(id) between 1 and 256),
      name text check (length(name) between 1 and 200),
      source text not null,
      retired_by text)`,
    'create table account_list (id integer primary key, revision integer not null)',
  ),

  '0006_watch_patterns': step(
    `create table watch_patterns (
      channel_id text not null references channels (id),
      pattern text not null check (length(pattern) between 1 and 256), ${ASKED},
      constraint watch_patterns_key primary key (channel_id, pattern))`,
    'alter table watches add column pattern text',
  ),

  // The order in which rows are claimed. Without the id, a claim would sort all rows that are due at the same instant.
  '0007_due_in_order': step(
    ...['watched_accounts', 'channels'].flatMap((table) => [
      `drop index ${table}_due`,
      `create index ${table}_due_in_order on ${table} (due_at_ms, id)`,
    ]),
  ),

  // 1.x created this table itself, only on PostgreSQL, and 1.0.0 without the expiry. Existing values are kept for a day.
  '0008_cache': step(
    'create table if not exists cache (key varchar(512) primary key, value text)',
    'create table new_cache (key varchar(512) primary key, value text, expires_at_ms bigint)',
    `insert into new_cache select key, value, ${Date.now() + DAY_MS} from cache`,
    'drop table cache',
    'alter table new_cache rename to cache',
  ),

  // Adds the time of the last read of each account, from which outages are judged.
  '0009_reads': step(
    'alter table watched_accounts add column read_at_ms bigint',
    'alter table watched_accounts add column failing_since_ms bigint',
    'create index watched_accounts_by_read on watched_accounts (read_at_ms)',
    splitRecord,
  ),

  // Patterns of 1.x that are not a prefix and a `*` become the accounts that they had matched.
  '0010_watches_are_patterns': step(
    `create table new_watches (
      channel_id text not null references channels (id),
      pattern text not null check (length(pattern) between 1 and 256), ${ASKED},
      widened_at_ms bigint,
      constraint watches_by_pattern primary key (channel_id, pattern))`,
    `insert into new_watches select channel_id, pattern, user_id, tell_of, zone, created_at_ms, null
      from watch_patterns where ${IS_PREFIX}`,
    `insert into new_watches select channel_id, account_id, user_id, tell_of, zone, created_at_ms, null
      from watches where pattern is null or not (${IS_PREFIX})`,
    'drop table watches',
    'drop table watch_patterns',
    'alter table new_watches rename to watches',
    // Finds the conversations that watch an account, by the patterns that cover it.
    'create index watches_of_pattern on watches (pattern)',
    'create index watches_of_user on watches (user_id)',
    openBaselines,
  ),

  // What was posted in a conversation becomes one value in its row, with one alert that is kept up to date.
  '0011_one_living_alert': step(
    'alter table channels add column posted text',
    `create table notified (
      channel_id text not null,
      incident_id text not null references incidents (id) on delete cascade,
      level text not null,
      constraint notified_key primary key (channel_id, incident_id))`,
    'create index notified_of_incident on notified (incident_id)',
    `create table notices (
      id text primary key,
      channel_id text not null,
      notice text not null)`,
    'create index notices_of_channel on notices (channel_id, id)',
    adoptMessages,
    'drop table messages',
  ),

  // Creates changes from incidents; daily sums cannot tell them.
  '0012_changes': step(
    `create table changes (
      account_id text not null check (length(account_id) between 1 and 256),
      seq integer not null,
      started_at_ms bigint not null,
      detected_at_ms bigint not null,
      level text not null,
      reasons text not null,
      constraint changes_key primary key (account_id, seq))`,
    'create index changes_by_detection on changes (detected_at_ms)',
    'create table gaps (from_ms bigint primary key, to_ms bigint not null)',
    `insert into gaps select outage_since_ms, outage_over_at_ms from watch_source where outage_over_at_ms is not null`,
    `insert into gaps select down_from_ms, down_to_ms from watch_source
      where down_from_ms is not null and down_from_ms not in (select from_ms from gaps)`,
    `insert into changes
      select account_id, row_number() over (partition by account_id order by started_at_ms, is_end),
        started_at_ms, detected_at_ms, level, '[]'
      from (
        select account_id, 0 as is_end, started_at_ms, level,
          case when detected_at_ms = 0 then started_at_ms else detected_at_ms end as detected_at_ms
        from incidents
        union all select account_id, 1, resolved_at_ms, 'healthy', closed_at_ms
        from incidents where closed_at_ms is not null) past`,
    // The others were seen at the last tick of 1.x.
    `insert into changes select watched_accounts.id, 1, ticked_at_ms, ticked_at_ms, level, '[]'
      from watched_accounts, watch_source
      where level is not null and ticked_at_ms is not null
        and watched_accounts.id not in (select account_id from changes)`,
    'drop table account_days',
    'drop index incidents_of_account',
  ),

  // Before, this was computed from the end, which moves when the owner stays on the incident.
  '0013_owner_since': step(
    'alter table incidents add column owner_since_ms bigint',
    `update incidents set owner_since_ms = owner_until_ms - ${DAY_MS / 2} where owner_until_ms is not null`,
  ),

  // Renames two keys in what was posted in a conversation.
  '0014_downtime': step(
    `update channels set posted = replace(replace(posted, '"absenceFromMs":', '"downtimeFromMs":'),
      '"kind":"absence"', '"kind":"downtime"') where posted like '%absence%'`,
  ),

  // Nothing ever read this column.
  '0015_no_reasons': step('alter table changes drop column reasons'),

  // The recent look-ups of a person become one value, so that a look-up writes one row.
  '0016_recents_of_person': step(
    'alter table people add column recents text',
    joinRecents,
    'drop table recents',
  ),

  '0018_quiet': step(
    `create table quiet (
      account_id text not null check (length(account_id) between 1 and 256),
      channel_id text not null,
      until_ms bigint not null,
      user_id text not null,
      reason text,
      constraint quiet_key primary key (account_id, channel_id))`,
  ),

  // Whom to mention while nobody has acknowledged an alert, and when it is repeated. Earlier alerts are not repeated.
  '0019_untaken': step(
    'alter table watches add column mentions text',
    'alter table notified add column at_ms bigint',
    'alter table notified add column repeats integer not null default 0',
    'create index incidents_of_account on incidents (account_id, detected_at_ms)',
  ),

  // The targets of each watch, and their last calls.
  '0020_targets': step(
    `create table watch_targets (
      channel_id text not null,
      pattern text not null,
      target text not null,
      since_ms bigint not null,
      constraint watch_targets_key primary key (channel_id, pattern, target),
      constraint watch_targets_watch foreign key (channel_id, pattern)
        references watches (channel_id, pattern) on delete cascade)`,
    'create index watch_targets_of_pattern on watch_targets (pattern, target)',
    `create table deliveries (
      target text not null,
      incident_id text not null,
      account_id text not null,
      told text not null,
      constraint deliveries_key primary key (target, incident_id))`,
  ),

  // Targets were rows of `channels` and get their own table. The targets of a watch become columns of it.
  '0021_targets_of_watches': step(
    ...['pagerduty', 'ntfy', 'webhook'].flatMap((target) => [
      `alter table watches add column ${target}_since_ms bigint`,
      `update watches set ${target}_since_ms = (
        select since_ms from watch_targets
        where target = '${target}' and watch_targets.channel_id = watches.channel_id
          and watch_targets.pattern = watches.pattern)`,
    ]),
    'drop table watch_targets',
    `create table targets (id text primary key, ${DUE})`,
    `insert into targets values ('pagerduty', 0, 0, 0, 0), ('ntfy', 0, 0, 0, 0), ('webhook', 0, 0, 0, 0)`,
    `delete from channels where id like 'target:%'`,
    'alter table deliveries add column key text',
  ),

  // Stores when a channel is notified again instead of when it was notified.
  '0022_notified_again': step(
    'alter table notified rename column at_ms to again_at_ms',
    `update notified set again_at_ms = again_at_ms
      + case repeats when 0 then 1800000 when 1 then 7200000 end`,
  ),

  // An account is compared with each prefix watch; other watches are found by their index.
  '0023_prefix_watches': step(
    `create index prefix_watches on watches (channel_id, pattern)
      where substr(pattern, length(pattern), 1) = '*'`,
  ),
};
