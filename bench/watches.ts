import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { startBackupService } from '../sandbox/backup-service/start-backup-service.ts';
import { HOUR_MS } from '../src/account/time.ts';
import { createStore } from '../src/store/create-store.ts';
import { importList } from '../test/reliability/thousands.ts';
import { UNHURRIED } from '../test/store/use-databases.ts';
import { startPostgres } from '../test/support/start-postgres.ts';
import { atMost, type Finding, figure, type Goal, middle, type Sizes } from './finding.ts';
import { type Middle, middleOf, percentile } from './statistics.ts';
import { type RunningBot, serviceSettings, startBot, type World } from './world.ts';

const WATCHED = 20_000;
const DUE = 100_000;
/** So that every account that is fine is read once in that time. */
const READ_EVERY_MS = 4 * HOUR_MS;
/** As often as Prometheus is usually told to. */
const SCRAPED_EVERY_MS = 15_000;
/** Of the bot and the service, while it is measured how late reads are. */
const CLOCK_SPEED = 30;
const CLAIMS = 200;

/** 4: twenty thousand watched accounts on each database, and claims where a hundred thousand are due. */
export async function watches(world: World, sizes: Sizes): Promise<Finding> {
  await using parts = new AsyncDisposableStack();
  const postgres = await startPostgres();
  parts.defer(() => postgres.remove());
  const urls = {
    SQLite: async (name: string) => `sqlite:${join(world.folder, `${name}.db`)}`,
    PostgreSQL: () => postgres.createDatabase(),
  };
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const [database, createUrl] of Object.entries(urls)) {
    const { late, idle, memory, reads } = await watch(world, sizes, await createUrl('watched'));
    const claim = await timeClaims(await createUrl('claims'));
    rows.push([
      database,
      middle(late, 's'),
      reads.toLocaleString('en-US'),
      middle(idle, '% of a core'),
      figure(memory.value, 'MB'),
      middle(claim, 'ms'),
    ]);
    goals.push(
      atMost(`${database}: how late a read is, p99`, late, 60, 's'),
      atMost(`${database}: idle while it watches`, idle, 1, '% of a core'),
      atMost(`${database}: memory for the watched`, memory, 60, 'MB'),
      atMost(`${database}: a claim`, claim, 2, 'ms'),
    );
  }
  return {
    title: '4. Watches',
    about: `${WATCHED.toLocaleString('en-US')} accounts are watched and have been read before; their next reads are spread over four hours. Lateness is measured on a clock that runs ${CLOCK_SPEED} times as fast; processor time on an ordinary one, with a scrape of the metrics every 15 seconds, and so is memory, beside a process that watches nothing. A claim takes one of ${DUE.toLocaleString('en-US')} accounts that are all due.`,
    columns: ['Database', 'Late, p99', 'Reads', 'Idle', 'Memory for them', 'A claim'],
    rows,
    goals,
  };
}

async function watch(world: World, sizes: Sizes, databaseUrl: string) {
  await watchAll(world, databaseUrl);
  await spreadReads(databaseUrl);
  // Before the fast clock, whose times are in the future of the ordinary one.
  const idle = await watchIdle(world, sizes, databaseUrl);
  await spreadReads(databaseUrl);
  return { ...idle, ...(await watchFast(world, sizes, databaseUrl)) };
}

/** Processor time and memory, on an ordinary clock. */
async function watchIdle(world: World, { isQuick }: Sizes, databaseUrl: string) {
  await using alone = await startBot(world, 'source');
  await using watching = await startBot(world, 'source', { DATABASE_URL: databaseUrl });
  await Promise.all([alone.ready(), watching.ready()]);
  // V8 compiles what runs a hundred times: reads of the first minute take up to twice the processor time.
  await sleep(isQuick ? 2_000 : 60_000);
  const percents: number[] = [];
  for (let turn = 0, before = await metricsOf(watching); turn < (isQuick ? 3 : 6); turn += 1) {
    const startedAt = performance.now();
    await sleep(isQuick ? 1_500 : SCRAPED_EVERY_MS);
    const after = await metricsOf(watching);
    percents.push(((after.cpuSeconds - before.cpuSeconds) / ((performance.now() - startedAt) / 1_000)) * 100);
    before = after;
  }
  const memory = (await metricsOf(watching)).megabytes - (await metricsOf(alone)).megabytes;
  return { idle: middleOf(percents), memory: { value: memory, spread: 0 } };
}

/** How late reads are, on a fast clock. */
async function watchFast(world: World, { isQuick }: Sizes, databaseUrl: string) {
  const [startedAtMs, seconds] = [Date.now(), isQuick ? 5 : 60];
  const now = () => startedAtMs + (Date.now() - startedAtMs) * CLOCK_SPEED;
  const service = await startBackupService({ now });
  await using parts = new AsyncDisposableStack();
  parts.defer(() => service.close());
  const settings = { DATABASE_URL: databaseUrl, BENCH_CLOCK_SPEED: `${CLOCK_SPEED}` };
  await using bot = await startBot(world, 'source', { ...settings, ...serviceSettings(service) });
  await bot.ready();
  await settled(bot);
  const lateSeconds: number[] = [];
  let reads = 0;
  for (const endsAt = performance.now() + seconds * 1_000; performance.now() < endsAt; await sleep(100)) {
    const { late, read } = await metricsOf(bot);
    lateSeconds.push(late);
    reads = read;
  }
  return { late: { ...middleOf(lateSeconds), value: percentile(lateSeconds, 0.99) }, reads };
}

/** As people do: the list is imported, and a channel watches all of it. */
async function watchAll(world: World, databaseUrl: string): Promise<void> {
  const file = join(world.folder, 'accounts.csv');
  await writeFile(file, Array.from({ length: WATCHED }, (_, index) => `load-${DUE + index}\n`).join(''));
  await importList(file, { DATABASE_URL: databaseUrl, ...serviceSettings(world.service) });
  await using bot = await startBot(world, 'source', { DATABASE_URL: databaseUrl });
  await bot.ready();
  world.slack.deliverTo(bot.requestUrl);
  const ada = world.slack.person('ada');
  await ada.command('/backup-status watch all');
  await ada.waitFor(() => ada.modal()?.submit);
  await ada.submit();
  await settled(bot);
}

/** A new conversation is due since 1970, and what fell due while a bot started is late on its fast clock. */
async function settled(bot: RunningBot): Promise<void> {
  let seen = await metricsOf(bot);
  while (seen.watched < WATCHED || seen.late > 60 || seen.read === 0) seen = await metricsOf(bot);
}

/** As after the first reads: every account is as the first one was, and the next reads are spread from when a bot is ready. */
async function spreadReads(databaseUrl: string): Promise<void> {
  const [fromMs, everyMs] = [Date.now() + 10_000, READ_EVERY_MS / WATCHED];
  const number = `cast(substr(watched_accounts.id, 6) as integer) - ${DUE}`;
  const state = `replace(read.state, '"' || read.id || '"', '"' || watched_accounts.id || '"')`;
  await query(
    databaseUrl,
    `update watched_accounts set due_at_ms = ${fromMs} + (${number}) * ${everyMs}, state = ${state}, level = read.level
      from (select * from watched_accounts where state is not null limit 1) read`,
  );
}

/** One account at a time, of many that are due. */
async function timeClaims(databaseUrl: string): Promise<Middle> {
  const store = await createStore(databaseUrl, Date.now, pino({ level: 'silent' }));
  await using parts = new AsyncDisposableStack();
  parts.defer(() => store.close());
  await query(
    databaseUrl,
    `insert into watched_accounts (id, due_at_ms, lease_until_ms, epoch, started_attempts)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${DUE})
      select 'load-' || n, 1000 + n, 0, 0, 0 from numbers`,
  );
  const times: number[] = [];
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    const startedAt = performance.now();
    const claims = await store.watchStore.claimAccounts(Date.now(), 1, UNHURRIED);
    times.push(performance.now() - startedAt);
    if (claims.length !== 1) throw new Error('a claim got no account');
  }
  return middleOf(times);
}

async function query(databaseUrl: string, sql: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    database.exec(sql);
    return database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=backup_status' });
  await client.connect();
  await client.query(sql);
  await client.query('analyze');
  await client.end();
}

/** What a bot says of itself. */
async function metricsOf({ operationsUrl }: RunningBot) {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    late: sum('backup_status_watch_late_seconds'),
    read: sum('backup_status_watch_reads_total'),
    watched: sum('backup_status_watched_accounts'),
    cpuSeconds: sum('process_cpu_seconds_total'),
    megabytes: sum('process_resident_memory_bytes') / 2 ** 20,
  };
}
