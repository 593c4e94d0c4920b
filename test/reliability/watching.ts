import { pino } from 'pino';
import { openDatabase } from '../../src/store/database.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { words } from '../support/reader.ts';
import { eventually, type Seen, type World } from './world.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A backup of this age is critical. */
const STALE_MS = 50 * HOUR_MS;
/** A little more than the time for which news is collected. */
const GROUP_MS = 61_000;
/** A channel only of this workspace, with the app in it. */
export const CHANNEL = 'alerts';
/** The text if there is no message. */
const NO_MESSAGE = '(no message)';

const { alert, verdict } = words;
const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** A phrase with any text in place of `|`. */
const pattern = (phrase: string) => phrase.split('|').map(literally).join('.+');

/** What a row must read: exactly these lines, as patterns. */
export const exactly = (...lines: readonly string[]) => new RegExp(`^${lines.join('\n')}$`, 'u');
/** 1001 has had no backup for two days. */
export const TOLD = pattern(
  `🚨 1001 · ${verdict.headline({ kind: 'no-backup-for', level: 'critical', ageMs: 52 * HOUR_MS })}`,
);
/** The same message after 1001 recovered, and the line in its thread. */
export const FINE_AGAIN = pattern(`✅ ${alert.fine('1001')}`);
export const IN_THREAD = pattern(`↳ ✅ ${alert.fineAfter('1001', '|')}`);
export const DOWNTIME = pattern(`🔌 ${alert.downtime('|', '|')}`);

type Database = Awaited<ReturnType<typeof openDatabase>>;
const databases = new WeakMap<World, Promise<Database>>();

/** The bot's database, on a separate connection. */
export function databaseOf(world: World): Promise<Database> {
  const known = databases.get(world);
  if (known !== undefined) return known;
  const address = parseDatabaseUrl(world.databaseUrl);
  const opening = openDatabase(address, pino({ level: 'silent' }));
  world.atEnd(async () => (await opening).destroy());
  databases.set(world, opening);
  return opening;
}

/** How often accounts were claimed. */
async function claims(world: World): Promise<number> {
  const db = await databaseOf(world);
  const row = await db
    .selectFrom('watched_accounts')
    .select(({ fn }) => fn.sum<number>('epoch').as('claims'))
    .executeTakeFirst();
  return Number(row?.claims ?? 0);
}

/** Whether nothing is due or under way. During an outage few accounts are tried, so one try since then is enough. */
async function isSettled(world: World, claimsBefore: number): Promise<boolean> {
  const db = await databaseOf(world);
  const source = await db.selectFrom('watch_source').selectAll().executeTakeFirstOrThrow();
  const isOut = source.outage_since_ms !== null && source.outage_over_at_ms === null;
  if (isOut && (await claims(world)) <= claimsBefore) return false;
  // One statement per table: a claimed row is no longer due, and a read makes channels due.
  for (const [table, areDue] of [
    ['watched_accounts', !isOut],
    ['channels', true],
  ] as const) {
    const open = await db
      .selectFrom(table)
      .select('id')
      .where((eb) =>
        eb.or([
          eb('started_attempts', '>', 0),
          ...(areDue ? [eb('due_at_ms', '<=', world.clock.now())] : []),
        ]),
      )
      .executeTakeFirst();
    if (open !== undefined) return false;
  }
  return true;
}

/** Resolves when nothing is due any more. */
export async function settled(world: World, claimsBefore = 0): Promise<void> {
  // A database that was down also breaks this connection.
  const look = () => isSettled(world, claimsBefore).catch(() => false);
  if (!(await eventually(async () => (await look()) || undefined)))
    throw new Error(`what is due was not done:\n${world.bot().lastLines()}`);
}

/** Moves the clock while somebody watches, if the database can be reached. */
export async function advanceWatched(world: World, ms: number): Promise<void> {
  const db = await databaseOf(world).catch(() => undefined);
  const noted = db?.updateTable('watch_source').set({ ticked_at_ms: world.clock.now() + ms });
  await noted?.execute().catch(() => undefined);
  world.clock.advance(ms);
}

const movedAt = new WeakMap<World, number>();

/** Moves the clock step by step, and waits until nothing is due. */
export async function pass(world: World, ...steps: readonly number[]): Promise<void> {
  for (const ms of steps) {
    const claimsBefore = await claims(world).catch(() => 0);
    movedAt.set(world, performance.now());
    await advanceWatched(world, ms);
    await settled(world, claimsBefore);
  }
}

/** What was in the channels before the watch. */
const before = new WeakMap<World, Set<string>>();

/** Ada watches these accounts in the channel, besides others. Resolves when they were read. */
export async function watch(world: World, ids: readonly string[]): Promise<void> {
  const { ada } = world;
  const db = await databaseOf(world);
  await ada.command(`/backup-status watch ${ids.join(' ')}`, { channel: CHANNEL });
  await ada.waitFor(() => ada.modal());
  const saved = db.selectFrom('watches').select('pattern').where('pattern', 'in', ids);
  const isSaved = async () => (await saved.execute()).length === ids.length || undefined;
  await ada.submit();
  if (!(await eventually(isSaved))) throw new Error(`${ids} are not watched`);
  await ada.closeModal();
  await settled(world);
}

/** Ada watches 1001 in the channel. */
export async function startToWatch(world: World): Promise<void> {
  const { ada } = world;
  await watch(world, ['1001']);
  before.set(world, new Set(ada.messages().map(({ ts }) => ts)));
}

/** Stops the backups until the account is critical and detected. The alert follows a minute later. */
export async function becomeStale(world: World): Promise<void> {
  world.backUp();
  await pass(world, STALE_MS);
}

/** Stops the backups until the alert is posted. */
export async function becomeTold(world: World): Promise<void> {
  await becomeStale(world);
  await pass(world, GROUP_MS);
}

/** Runs the backups until the recovery is posted, also in the thread. A bad account is read every ten minutes. */
export async function recover(world: World): Promise<void> {
  world.backUp();
  await pass(world, 11 * MINUTE_MS);
  await pass(world, GROUP_MS);
}

/** What the channel has read since then: the first line of each message, replies marked with an arrow. */
export function readIn(world: World): string {
  const lines = world.ada
    .messages(CHANNEL)
    .filter(({ ts, isEphemeral }) => !isEphemeral && !before.get(world)?.has(ts))
    .map(({ text, threadTs }) => `${threadTs === undefined ? '' : '↳ '}${text.split('\n', 1)[0]}`);
  return lines.length === 0 ? NO_MESSAGE : lines.join('\n');
}

/** The same once everything is done, with the time since the clock was last moved. */
export async function lastRead(world: World, act: () => Promise<unknown>): Promise<Seen> {
  await act();
  const afterMs = performance.now() - (movedAt.get(world) ?? performance.now());
  return { text: readIn(world), afterMs };
}

/** Slack accepts the next post, and answers when the returned function is called. */
export function holdAnswer({ slack }: World): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  slack.addFault({ kind: 'held', until: promise }, { method: 'chat.postMessage', next: 1 });
  return resolve;
}

/** The alert is due. Resolves when Slack has the post. */
export async function reachCall({ slack, bot, clock }: World): Promise<void> {
  const sinceMs = clock.now();
  clock.advance(GROUP_MS);
  const isIt = (one: (typeof slack.traffic)[number]) =>
    one.kind === 'api' && one.method === 'chat.postMessage' && one.atMs >= sinceMs;
  const isCalled = await eventually(() => slack.traffic.some(isIt) || undefined);
  if (!isCalled) throw new Error(`nothing was posted:\n${bot().lastLines()}`);
}

/** Resolves when a tick of the bot has failed on the database. */
export const untilNoticed = ({ bot }: World) =>
  eventually(() => bot().lastLines().includes('a tick of the watches failed') || undefined);

/** Closes the connection to the database. The next query opens it again. */
export async function closeDatabase(world: World): Promise<void> {
  await (await databases.get(world))?.destroy();
  databases.delete(world);
}

/** The bot dies at once, and its sockets close. */
export async function kill(world: World): Promise<void> {
  const bot = world.bot();
  bot.kill('SIGKILL');
  await bot.ended;
  await eventually(() => (world.slack.connectedSockets() === 0 ? true : undefined));
}
