import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { createStore } from '../src/store/create-store.ts';

/** Who pinned how many accounts, each of them an account of the reference service that nobody else pinned. */
export interface Pinner {
  readonly teamId: string;
  readonly userId: string;
  readonly pins: number;
}

const PINNED_AT_MS = Date.UTC(2026, 0, 1);

/** Makes the database and fills it at once; by way of the store 10⁵ people would take minutes. */
export async function seed(databaseUrl: string, pinners: readonly Pinner[]): Promise<void> {
  const store = await createStore({ databaseUrl, now: Date.now, log: pino({ level: 'silent' }) });
  await store.close();
  const people = pinners.map(({ teamId, userId, pins }) => [teamId, userId, Math.max(1, pins)]);
  const pins = pinners.flatMap(({ teamId, userId, pins }, person) =>
    Array.from({ length: pins }, (_, pin) => [
      teamId,
      userId,
      `load-${person + 1}0${pin + 100}`,
      pin + 1,
      PINNED_AT_MS,
    ]),
  );
  const rows = { people, pins };
  if (databaseUrl.startsWith('sqlite:')) seedSqlite(databaseUrl.slice('sqlite:'.length), rows);
  else await seedPostgres(databaseUrl, rows);
}

interface Rows {
  readonly people: readonly (readonly (string | number)[])[];
  readonly pins: readonly (readonly (string | number)[])[];
}

const INTO_PEOPLE = 'people (team_id, user_id, revision)';
const INTO_PINS = 'pins (team_id, user_id, account_id, revision, pinned_at_ms)';

function seedSqlite(path: string, { people, pins }: Rows): void {
  const database = new DatabaseSync(path);
  database.exec('begin');
  const intoPeople = database.prepare(`insert into ${INTO_PEOPLE} values (?, ?, ?)`);
  for (const row of people) intoPeople.run(...row);
  const intoPins = database.prepare(`insert into ${INTO_PINS} values (?, ?, ?, ?, ?)`);
  for (const row of pins) intoPins.run(...row);
  database.exec('commit');
  database.close();
}

async function seedPostgres(databaseUrl: string, { people, pins }: Rows): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=backup_status' });
  await client.connect();
  const columns = (rows: Rows[keyof Rows]) =>
    rows[0]?.map((_, column) => rows.map((row) => row[column])) ?? [];
  await client.query(
    `insert into ${INTO_PEOPLE} select * from unnest($1::text[], $2::text[], $3::int[])`,
    columns(people),
  );
  await client.query(
    `insert into ${INTO_PINS} select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::bigint[])`,
    columns(pins),
  );
  await client.query('analyze');
  await client.end();
}
