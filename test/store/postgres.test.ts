import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reasonOf } from '../../src/operations/log.ts';
import { temporaryFile } from '../cli/run-captured.ts';
import { readDocument } from '../documents/markdown.ts';
import { startWire, withoutOptions } from './start-wire.ts';
import { databaseInEncoding, openStore, postgresOfRun, runSql, temporaryFolder } from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };

const postgres = postgresOfRun();

const pem = (what: string, base64: string) =>
  `-----BEGIN ${what}-----\n${base64.trim()}\n-----END ${what}-----\n`;
/** Of localhost, by its own authority. Made for this test: openssl req -x509. */
const CERTIFICATE = pem(
  'CERTIFICATE',
  `
MIIBZDCCAQmgAwIBAgIUCVbJmKi673a0XXJsBndYtzquEqcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASQkcr8jjXQrgosUlljQJSXz/u3jwzUpwraZfEJvDctfO+t/z7qgHTM
GIWkZeHCeE50ImapoyKj0qPxt2swNWMXozcwNTAUBgNVHREEDTALgglsb2NhbGhv
c3QwHQYDVR0OBBYEFGHxAy8bCY8ilbZFRIk3EnkXA2mYMAoGCCqGSM49BAMCA0kA
MEYCIQDIry/m8EZJj9KLBCvagmKkq6Y/9LnfaUNbl4mRhlrn1wIhAIQCchjp6LJR
yuk2+P57nY42KYDAZJ3kinNiee3wGcn6
`,
);
const KEY = pem(
  'EC PRIVATE KEY',
  `
MHcCAQEEILBXDhLipZmTPM/gNNcuvxmlME/O7grRNa6kYqBQU5oVoAoGCCqGSM49
AwEHoUQDQgAEkJHK/I410K4KLFJZY0CUl8/7t48M1KcK2mXxCbw3LXzvrf8+6oB0
zBiFpGXhwnhOdCJmqaMio9Kj8bdrMDVjFw==
`,
);

/** The address of a server that speaks TLS as PostgreSQL does, and then hangs up. */
async function startTls() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE });
      secure.on('error', () => {}).on('data', () => secure.destroy());
    });
  });
  await once(server.listen(0, 'localhost'), 'listening');
  onTestFinished(() => void server.close());
  return `postgres://u:p@localhost:${(server.address() as AddressInfo).port}/db`;
}

describe('a PostgreSQL database', () => {
  /** Opening fails with this code and message. Resolves with the error. */
  async function refused(url: string, code: string, message: RegExp): Promise<unknown> {
    const error = await openStore(url).then(
      () => 'opened',
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    return error;
  }

  test('uses its own schema, whatever options its URL has', async () => {
    const url = `${await postgres().createEmpty()}?options=-c%20search_path%3Dpublic%20-c%20work_mem%3D8MB`;
    await (await openStore(url)).pins.add(ADA, { accountId: '1001' });
    const found = await runSql(url, `select schemaname from pg_tables where tablename = 'pins'`);
    expect(found).toEqual([{ schemaname: 'backup_status' }]);
  });

  test('opens through a Unix socket, with its folder as the host', async () => {
    const url = new URL(await postgres().createDatabase());
    const folder = await temporaryFolder();
    const server = createServer((socket) => {
      const onward = connect(Number(url.port), url.hostname);
      socket.on('error', () => {}).pipe(onward);
      onward.on('error', () => {}).pipe(socket);
    }).listen(join(folder, '.s.PGSQL.5432'));
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const local = `postgres://${url.username}:${url.password}@${encodeURIComponent(folder)}${url.pathname}`;
    expect(await (await openStore(local)).pins.add(ADA, { accountId: '1001' })).toEqual({ kind: 'pinned' });
    expect(readDocument('docs/install.md')).toContain('@%2Fvar%2Frun%2Fpostgresql/backup_status`');
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
    const shown = `postgres://${url.host}${url.pathname}`;
    const why = new RegExp(`^The database ${shown} cannot be used \\(password authentication failed`);
    const error = await refused(url.href, 'unavailable', why);
    expect(inspect(error, { depth: 10 })).not.toContain('not-this-one');
  });

  test('without TLS is refused if the URL requires it', async () => {
    const url = `${await postgres().createDatabase()}?sslmode=verify-full`;
    await refused(url, 'unavailable', /does not support SSL/);
  });

  test('with a certificate of its own authority is refused with the option that trusts it', async () => {
    const url = `${await startTls()}?sslmode=verify-full`;
    const why = / cannot be used \(self-signed certificate.*add &sslrootcert=FILE\./;
    expect(reasonOf(await refused(url, 'unavailable', why))).not.toContain('cannot be reached');
    const trusted = `${url}&sslrootcert=${temporaryFile('own.pem', CERTIFICATE)}`;
    await refused(trusted, 'unavailable', /^(?!.*self-signed)/);
  });

  test.each(['LATIN5', 'SQL_ASCII'])(
    'in %s is refused with what to do, and nothing is created in it',
    async (encoding) => {
      const url = await databaseInEncoding(postgres(), encoding);
      const why = `cannot keep every name \\(its encoding is ${encoding}, not UTF8\\)`;
      await refused(url, 'wrong-encoding', new RegExp(`${why}.*createdb --encoding UTF8`));
      expect(await runSql(url, `select 1 from pg_namespace where nspname = 'backup_status'`)).toEqual([]);
    },
  );

  test('behind a pooler that drops our options is refused, and nothing is created in it', async () => {
    const url = await postgres().createEmpty();
    const pooler = await startWire(url, onTestFinished, withoutOptions);
    const why = /a pooler such as PgBouncer drops our options: connect without it/;
    await refused(pooler.url, 'unavailable', why);
    expect(await runSql(url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  test('that a newer version has given a column is read again after one error', async () => {
    const url = await postgres().createDatabase();
    const store = await openStore(url);
    expect(await store.watches.quiet([])).toEqual([]);
    await runSql(url, 'alter table backup_status.quiet add column later text');
    await expect(store.watches.quiet([])).rejects.toThrow();
    expect(await store.watches.quiet([])).toEqual([]);
  });

  test('that accepts no writes is refused', async () => {
    const url = await postgres().createDatabase();
    await (await openStore(url)).close();
    const name = new URL(url).pathname.slice(1);
    await runSql(url, `alter database ${name} set default_transaction_read_only = on`);
    await refused(url, 'read-only', /cannot be written .*Name the primary server/);
  });
});
