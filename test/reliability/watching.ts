import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../../src/store/database.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { DOWNTIME_AFTER_MS } from '../../src/watch/outage.ts';
import { words } from '../support/reader.ts';
import { eventually, type World } from './world.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A backup of this age is critical. */
const STALE_MS = 50 * HOUR_MS;
/** A little more than the time for which news is collected. */
export const GROUP_MS = 61_000;
/** A channel only of this workspace, with the app in it. */
export const CHANNEL = 'alerts';

const { alert, verdict } = words;
const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** A phrase with any text in place of `|`. */
const pattern = (phrase: string) => phrase.split('|').map(literally).join('.+');

/** 1001 has had no backup for two days. */
export const TOLD = pattern(
  `🚨 1001 · ${verdict.headline({ kind: 'no-backup-for', level: 'critical', ageMs: 52 * HOUR_MS })}`,
);
/** The same message after 1001 recovered, and the line in its thread. */
export const FINE_AGAIN = pattern(`✅ ${alert.fine('1001', '|')}`);
export const IN_THREAD = pattern(`↳ ✅ ${alert.fine('1001', '|')}`);
export const DOWNTIME = pattern(`🔌 ${alert.downtime('|', '|')}`);

type Database = Awaited<ReturnType<typeof openDatabase>>;
const databases = new WeakMap<World, Promise<Database>>();

/** The bot's database, on a separate connection. */
export function databaseOf(world: World): Promise<Database> {
  const known = databases.get(world);
  if (known !== undefined) return known;
  const address = parseDatabaseUrl(world.databaseUrl);
  const opening = openDatabase(address, pino({ level: 'silent' })).then(async (db) => {
    // The bot writes, too.
    if (address.kind === 'sqlite') await sql`pragma busy_timeout = 10000`.execute(db);
    return db;
  });
  world.atEnd(async () => (await opening).destroy());
  databases.set(world, opening);
  return opening;
}

/** Closes the connection to the database. The next query opens it again. */
export async function closeDatabase(world: World): Promise<void> {
  await (await databases.get(world))?.destroy();
  databases.delete(world);
}

/** Whether nothing is due or under way. */
async function isSettled(world: World): Promise<boolean> {
  const db = await databaseOf(world);
  // One statement per table: a claimed row is no longer due, and a read makes channels due.
  for (const table of ['watched_accounts', 'channels'] as const) {
    const open = await db
      .selectFrom(table)
      .select('id')
      .where((eb) => eb.or([eb('started_attempts', '>', 0), eb('due_at_ms', '<=', world.clock.now())]))
      .executeTakeFirst();
    if (open !== undefined) return false;
  }
  return true;
}

/** Resolves when nothing is due any more. */
export async function settled(world: World): Promise<void> {
  // A database that was down also breaks this connection.
  if (!(await eventually(() => isSettled(world).catch(() => false))))
    throw new Error(`what is due was not done:\n${world.bot().lastLines()}`);
}

/** Resolves when the bot has just recorded that it runs. It does so once a minute, so not again within half a minute. */
export async function untilTicked(world: World): Promise<void> {
  const db = await databaseOf(world);
  const ticked = () =>
    db
      .selectFrom('watch_source')
      .select('id')
      .where('ticked_at_ms', '>', world.clock.now() - MINUTE_MS / 2)
      .executeTakeFirst();
  if (!(await eventually(ticked, 2 * MINUTE_MS))) throw new Error('the bot does not watch');
}

/** Moves the clock. A long move is no downtime: somebody watched until then, and no tick of the bot comes in between. */
export async function advanceWatched(world: World, ms: number): Promise<void> {
  const { now, advance } = world.clock;
  if (ms > DOWNTIME_AFTER_MS / 2) {
    await untilTicked(world);
    const db = await databaseOf(world);
    // A minute before, so that it is not taken for a tick of the bot.
    const tickedAtMs = now() + ms - MINUTE_MS;
    await db.updateTable('watch_source').set({ ticked_at_ms: tickedAtMs }).execute();
  }
  advance(ms);
}

/** Moves the clock step by step, and waits until nothing is due. */
export async function pass(world: World, ...steps: readonly number[]): Promise<void> {
  for (const ms of steps) {
    await advanceWatched(world, ms);
    await settled(world);
  }
}

/** Ada watches these accounts in the channel, besides others. Resolves when they were read. */
export async function watch(world: World, ids: readonly string[]): Promise<void> {
  const { ada } = world;
  const db = await databaseOf(world);
  await ada.command(`/backup-status watch ${ids.join(' ')}`, { channel: CHANNEL });
  await ada.waitFor(() => ada.modal());
  const saved = db.selectFrom('watches').select('pattern').where('pattern', 'in', ids);
  await ada.submit();
  if (!(await eventually(async () => (await saved.execute()).length === ids.length)))
    throw new Error(`${ids} are not watched`);
  await ada.closeModal();
  await settled(world);
}

/** Stops the backups until 1001 is critical and detected. The alert follows a minute later. */
export async function becomeStale(world: World): Promise<void> {
  world.backUp();
  await pass(world, STALE_MS);
}

/** Runs the backups until the recovery is posted, also in the thread. A bad account is read every ten minutes. */
export async function recover(world: World): Promise<void> {
  world.backUp();
  await pass(world, 11 * MINUTE_MS, GROUP_MS);
}

/** Slack has posted the alert and holds its answer. Resolves with a function that releases it. */
export async function post(world: World): Promise<() => void> {
  const { slack, bot, clock } = world;
  await becomeStale(world);
  const { promise, resolve } = Promise.withResolvers<void>();
  slack.addFault({ kind: 'held', until: promise }, { method: 'chat.postMessage', next: 1 });
  const sinceMs = clock.now();
  clock.advance(GROUP_MS);
  const isIt = (one: (typeof slack.traffic)[number]) =>
    one.kind === 'api' && one.method === 'chat.postMessage' && one.atMs >= sinceMs;
  if (!(await eventually(() => slack.traffic.some(isIt))))
    throw new Error(`nothing was posted:\n${bot().lastLines()}`);
  return resolve;
}

/** Resolves when a tick of the bot has failed on the database. */
export const untilNoticed = ({ bot }: World) =>
  eventually(() => bot().lastLines().includes('a tick of the watches failed'));

/** The bot dies at once, and its sockets close. */
export async function kill(world: World): Promise<void> {
  const bot = world.bot();
  bot.kill('SIGKILL');
  await bot.ended;
  await eventually(() => world.slack.connectedSockets() === 0);
}
