import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { ACTIONS, MORE } from '../../src/slack/kit/action-ids.ts';
import { startWire, type Wire } from '../store/start-wire.ts';
import { FAILURE, type FaultRow, LIVE, untilSignedIn } from './fault-row.ts';
import { ask, type Seen, type World, type WorldOptions, watch, watchFor, wordsIn } from './world.ts';

const NOT_SAVED = /may not be saved[\s\S]*Try again/;
const POSTGRES = { database: 'postgres' } as const;
const OWN_POSTGRES = { database: 'own-postgres' } as const;
const FILE = { database: 'file' } as const;

const lookUp = ({ ada }: World) => ask(ada, '/backup-status 1001');
const openCard = ({ ada }: World) => ask(ada, '/backup-status 1001');
const pin = ({ ada }: Pick<World, 'ada'>) =>
  watch(ada, () => ada.press({ actionId: ACTIONS.more, value: MORE.pin }));

/** Two rows a fault: a look-up, which needs no database, and a pin, which does. */
function lookUpAndPin(fault: {
  readonly name: string;
  readonly world: WorldOptions;
  readonly befall: (world: World) => unknown;
  readonly settings?: FaultRow['settings'];
  /** "May not be saved" unless said. */
  readonly pinReads?: RegExp;
}): FaultRow[] {
  const { name, world, befall, settings, pinReads = NOT_SAVED } = fault;
  const common = { fault: name, world, ...(settings && { settings }) };
  return [
    { ...common, given: 'a look-up', setUp: befall, act: lookUp, reads: LIVE },
    {
      ...common,
      given: 'pinning from a card',
      async setUp(there) {
        await openCard(there);
        await befall(there);
      },
      act: pin,
      reads: pinReads,
    },
  ];
}

/** As an administrator would, on a connection that stays open until the row is over. */
async function runSql({ databaseUrl, atEnd }: World, ...statements: string[]): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c search_path=backup_status',
  });
  client.on('error', () => undefined);
  await client.connect();
  atEnd(() => client.end().catch(() => undefined));
  for (const statement of statements) {
    await client.query(statement).catch((error: pg.DatabaseError) => {
      // With the bot's own writes, which PostgreSQL may as well let through.
      if (error.code !== '40P01') throw error;
      return client.query(statement);
    });
  }
}

const onInsert = (body: string) => [
  `create function befall() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  'create trigger befall before insert on pins for each row execute function befall()',
];

async function makeReadOnly(world: World): Promise<void> {
  const name = new URL(world.databaseUrl).pathname.slice(1);
  await runSql(
    world,
    `alter database ${name} set default_transaction_read_only = on`,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and pid <> pg_backend_pid()`,
  );
}

/** Between a bot and PostgreSQL, one a world. */
const wires = new WeakMap<World, Wire>();

async function behindWire(world: World): Promise<Readonly<Record<string, string>>> {
  const wire = await startWire(world.databaseUrl, world.atEnd as Parameters<typeof startWire>[1]);
  wires.set(world, wire);
  return { DATABASE_URL: wire.url };
}

/** As another program on the same file does. */
function lockFile({ databaseUrl, atEnd }: World): void {
  const other = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 5_000 });
  atEnd(() => other.close());
  other.exec('begin immediate');
}

/** People pin until there is no room any more. */
async function pinUntilFull({ slack }: World): Promise<Seen> {
  let seen: Seen = { text: '', afterMs: 0 };
  for (let number = 1; number <= 40; number += 1) {
    const person = slack.person(`member-${number}`);
    for (let account = 1; account <= 10; account += 1) {
      await ask(person, `/backup-status load-${number}00${account}`);
      seen = await pin({ ada: person });
      if (!seen.text.includes('is pinned')) return seen;
      // The window for a name hides the card.
      await person.waitFor(() => person.modal());
      await person.closeModal();
    }
  }
  return seen;
}

/** A database that is away, slow, full or closed to writing, of either kind. */
export const databaseFaults: readonly FaultRow[] = [
  ...lookUpAndPin({
    name: 'PostgreSQL is killed',
    world: OWN_POSTGRES,
    befall: ({ postgres }) => postgres.stop('at-once'),
  }),
  {
    fault: 'PostgreSQL is killed and comes back',
    given: 'pinning from a card',
    world: OWN_POSTGRES,
    async setUp(world) {
      await openCard(world);
      await world.postgres.stop('at-once');
      await pin(world);
      await world.postgres.start();
    },
    act: pin,
    reads: /is pinned/,
  },
  ...lookUpAndPin({
    name: 'PostgreSQL falls silent: connections stand, nothing comes',
    world: POSTGRES,
    settings: behindWire,
    befall: (world) => wires.get(world)?.fallSilent(),
  }),
  {
    fault: 'PostgreSQL falls silent: connections stand, nothing comes',
    given: 'opening Home',
    world: POSTGRES,
    settings: behindWire,
    setUp: (world) => wires.get(world)?.fallSilent(),
    act: ({ ada }) =>
      watchFor(
        () => wordsIn(ada.home()?.blocks).find((text) => text.includes('cannot be read')),
        () => ada.openHome(),
      ),
    reads: /cannot be read/,
  },
  ...lookUpAndPin({
    name: 'PostgreSQL is slow: 1.5 s for a write',
    world: POSTGRES,
    befall: (world) => runSql(world, ...onInsert('perform pg_sleep(1.5);')),
    pinReads: /is pinned/,
  }),
  ...lookUpAndPin({
    name: 'PostgreSQL under somebody else’s lock',
    world: POSTGRES,
    befall: (world) => runSql(world, 'begin', 'lock table pins, people, recents in access exclusive mode'),
  }),
  ...lookUpAndPin({
    name: 'PostgreSQL with a full disk',
    world: POSTGRES,
    befall: (world) =>
      runSql(world, ...onInsert(`raise exception 'could not extend file' using errcode = 'disk_full';`)),
  }),
  ...lookUpAndPin({ name: 'PostgreSQL became read-only', world: POSTGRES, befall: makeReadOnly }),
  ...lookUpAndPin({
    name: 'somebody dropped the tables in PostgreSQL',
    world: POSTGRES,
    befall: (world) => runSql(world, 'drop schema backup_status cascade'),
  }),
  ...lookUpAndPin({ name: 'SQLite under another program’s lock', world: FILE, befall: lockFile }),
  ...lookUpAndPin({
    name: 'SQLite became read-only',
    world: FILE,
    befall: (world) => world.bot().pragma('query_only = on'),
  }),
  {
    fault: 'SQLite with a full disk',
    given: 'pinning from a card',
    world: FILE,
    setUp: (world) => world.bot().pragma('max_page_count = 1'),
    act: pinUntilFull,
    reads: NOT_SAVED,
  },
  {
    fault: 'PostgreSQL and the service fall silent',
    given: 'a look-up',
    world: POSTGRES,
    settings: behindWire,
    async setUp(world) {
      await untilSignedIn(world);
      world.service.addFault({ kind: 'hang' }, { operation: 'general-info' });
      wires.get(world)?.fallSilent();
    },
    act: lookUp,
    reads: FAILURE,
  },
  {
    fault: 'a PostgreSQL that is not UTF8',
    given: 'the start of a second bot: what it says at its end',
    world: POSTGRES,
    act: startOnLatin5,
    reads: /UTF8[\s\S]*createdb/,
  },
];

/** The first bot has to go on answering, or the row is silence. */
async function startOnLatin5(world: World): Promise<Seen> {
  const startedAt = performance.now();
  await runSql(world, `create database latin5 encoding 'LATIN5' locale 'C' template template0`);
  const url = new URL(world.databaseUrl);
  url.pathname = 'latin5';
  const end = await world.startBot({ DATABASE_URL: url.href }).then(
    () => 'it started',
    (error: Error) => /"msg":"(could not start: [^"]*)"/.exec(error.message)?.[1] ?? error.message,
  );
  const afterMs = performance.now() - startedAt;
  const next = await lookUp(world);
  return LIVE.test(next.text) ? { text: end, afterMs } : next;
}
