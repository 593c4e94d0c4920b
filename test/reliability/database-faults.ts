import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { startWire, type Wire } from '../store/start-wire.ts';
import { FAILURE, type FaultRow, LIVE, lookUp } from './fault-row.ts';
import { eventually, lastWord, type World } from './world.ts';

export const NOT_SAVED = /may not have been saved[\s\S]*Try again/;
const POSTGRES = { database: 'postgres' } as const;
const OWN_POSTGRES = { database: 'own-postgres' } as const;
const FILE = { database: 'file' } as const;

const pin = ({ ada }: Pick<World, 'ada'>) =>
  lastWord(ada, () => ada.press({ actionId: ACTIONS.more, value: MORE.pin }));

interface DatabaseFault extends Pick<FaultRow, 'fault' | 'world' | 'settings'> {
  readonly befall: (world: World) => unknown;
  /** Default: "may not be saved". */
  readonly pinReads?: RegExp;
}

/** Two rows per fault: a look-up, which needs no database, and a pin, which does. */
const lookUpAndPin = ({ befall, pinReads = NOT_SAVED, ...fault }: DatabaseFault): FaultRow[] => [
  { ...fault, given: 'a look-up', setUp: befall, reads: LIVE },
  {
    ...fault,
    given: 'pinning from a card',
    async setUp(world) {
      await lookUp(world);
      await befall(world);
    },
    act: pin,
    reads: pinReads,
  },
];

/** As an administrator, on a connection that stays open until the end of the row. */
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
      // A deadlock with the bot's own writes; PostgreSQL may have chosen either side.
      if (error.code !== '40P01') throw error;
      return client.query(statement);
    });
  }
}

const onInsert = (body: string) => [
  `create function befall() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  'create trigger befall before insert on pins for each row execute function befall()',
];

/** The proxy between a bot and PostgreSQL, one per world. */
const wires = new WeakMap<World, Wire>();

async function behindWire(world: World): Promise<Readonly<Record<string, string>>> {
  const wire = await startWire(world.databaseUrl, world.atEnd as Parameters<typeof startWire>[1]);
  wires.set(world, wire);
  return { DATABASE_URL: wire.url };
}

/** As another program that uses the same file. */
function lockFile({ databaseUrl, atEnd }: World): void {
  const other = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 5_000 });
  atEnd(() => other.close());
  other.exec('begin immediate');
}

/** A database that is down, silent, slow, locked or without its tables. test/store covers one that is full or read-only. */
export const databaseFaults: readonly FaultRow[] = [
  ...lookUpAndPin({
    fault: 'PostgreSQL is killed',
    world: OWN_POSTGRES,
    befall: ({ postgres }) => postgres.stop('at-once'),
  }),
  ...lookUpAndPin({
    fault: 'PostgreSQL does not answer: connections stay open',
    world: POSTGRES,
    settings: behindWire,
    befall: (world) => wires.get(world)?.fallSilent(),
  }),
  ...lookUpAndPin({
    fault: 'PostgreSQL is slow: 1.5 s for a write',
    world: POSTGRES,
    befall: (world) => runSql(world, ...onInsert('perform pg_sleep(1.5);')),
    pinReads: /is pinned/,
  }),
  ...lookUpAndPin({
    fault: 'somebody dropped the tables in PostgreSQL',
    world: POSTGRES,
    befall: (world) => runSql(world, 'drop schema backup_status cascade'),
  }),
  ...lookUpAndPin({ fault: 'SQLite under another program’s lock', world: FILE, befall: lockFile }),
  {
    fault: 'PostgreSQL and the service do not answer',
    given: 'a look-up',
    world: POSTGRES,
    settings: behindWire,
    async setUp(world) {
      await eventually(() => world.service.counts.logins > 0);
      world.service.addFault({ kind: 'hang' }, { operation: 'general-info' });
      wires.get(world)?.fallSilent();
    },
    reads: FAILURE,
  },
];
