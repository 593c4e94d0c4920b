import { describe, expect, test } from 'vitest';
import { databaseInEncoding, openStore, postgresOfRun, runSql } from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };

const postgres = postgresOfRun();

describe('a PostgreSQL database', () => {
  const refusal = async (url: string) =>
    await openStore(url).then(
      () => 'opened',
      (error: unknown) => error,
    );

  test('uses its own schema, whatever options its URL has', async () => {
    const url = `${await postgres().createEmpty()}?options=-c%20search_path%3Dpublic%20-c%20work_mem%3D8MB`;
    await (await openStore(url)).pins.add(ADA, { accountId: '1001' });
    const found = await runSql(url, `select schemaname from pg_tables where tablename = 'pins'`);
    expect(found).toEqual([{ schemaname: 'backup_status' }]);
  });

  test('opens for a role that may use the schema but not create one', async () => {
    const url = await postgres().createDatabase();
    await (await openStore(url)).close();
    await runSql(url, `create role app_${new URL(url).pathname.slice(1)} login password 'app' nosuperuser`);
    await runSql(url, `grant usage, create on schema backup_status to public`);
    await runSql(url, `grant all on all tables in schema backup_status to public`);
    const asRole = new URL(url);
    asRole.username = `app_${asRole.pathname.slice(1)}`;
    asRole.password = 'app';
    expect(await (await openStore(asRole.href)).pins.add(ADA, { accountId: '1001' })).toEqual({
      kind: 'pinned',
    });
  });

  test('with a wrong password is refused, without the password in the error', async () => {
    const url = new URL(await postgres().createDatabase());
    url.password = 'not-this-one';
    const error = await refusal(url.href);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        new RegExp(
          `^The database postgres://${url.host}${url.pathname} cannot be used \\(password authentication failed`,
        ),
      ),
    });
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10 })).not.toContain('not-this-one');
  });

  test('without TLS is refused if the URL requires it', async () => {
    const url = `${await postgres().createDatabase()}?sslmode=verify-full`;
    expect(await refusal(url)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not support SSL'),
    });
  });

  test.each(['LATIN5', 'SQL_ASCII'])(
    'in %s is refused with what to do, and nothing is created in it',
    async (encoding) => {
      const url = await databaseInEncoding(postgres(), encoding);
      expect(await refusal(url)).toMatchObject({
        code: 'wrong-encoding',
        message: expect.stringMatching(
          new RegExp(
            `cannot keep every name \\(its encoding is ${encoding}, not UTF8\\).*createdb --encoding UTF8`,
          ),
        ),
      });
      expect(await runSql(url, `select 1 from pg_namespace where nspname = 'backup_status'`)).toEqual([]);
    },
  );

  test('that accepts no writes is refused', async () => {
    const url = await postgres().createDatabase();
    await (await openStore(url)).close();
    await runSql(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    expect(await refusal(url)).toMatchObject({
      code: 'read-only',
      message: expect.stringMatching(/cannot be written .*Name the primary server/),
    });
  });
});
