import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { bothStored } from './stored/open-stored.ts';
import { openStore, postgresOfRun, runSql, temporaryFolder } from './use-databases.ts';

const postgres = postgresOfRun();

const namesIn = async (url: string) =>
  (await runSql(url, 'select name from kysely_migration order by name')).map(({ name }) => name);

describe.each(bothStored(postgres))('migrations on $kind', ({ storedUrl }) => {
  test('each runs once, however many replicas start together', async () => {
    const url = await storedUrl('1.9.0');
    await Promise.all([1, 2, 3, 4].map(() => openStore(url)));
    expect(await namesIn(url)).toEqual(Object.keys(MIGRATIONS));
  });

  test('a failed migration leaves the database unchanged, and the next start runs all of them', async () => {
    const url = await storedUrl('1.9.0');
    const before = await namesIn(url);
    await runSql(url, `delete from incidents where account_id = '1003' and closed_at_ms is null`);
    const [{ state } = {}] = await runSql(url, `select state from watched_accounts where id = '1003'`);
    await runSql(url, `update watched_accounts set state = 'no JSON' where id = '1003'`);
    await expect(openStore(url)).rejects.toThrow('no JSON');
    expect(await namesIn(url)).toEqual(before);
    expect(await runSql(url, 'select record from watch_source')).toHaveLength(1);
    await runSql(url, `update watched_accounts set state = '${state}' where id = '1003'`);
    await openStore(url);
    expect(await namesIn(url)).toEqual(Object.keys(MIGRATIONS));
  });

  test('the database keeps the version that 1.0.0 reads', async () => {
    const url = await storedUrl('1.0.0');
    await openStore(url);
    expect(await runSql(url, 'select version from migrations')).toEqual([{ version: 1 }]);
  });

  test('an account that was bad before its watch began has an incident that notifies nobody', async () => {
    const url = await storedUrl('1.9.0');
    await runSql(url, `delete from incidents where account_id = '1003' and closed_at_ms is null`);
    const { watches, watchStore } = await openStore(url);
    const open = await runSql(
      url,
      `select * from incidents where account_id = '1003' and closed_at_ms is null`,
    );
    expect(open).toMatchObject([
      { level: 'critical', detected_at_ms: expect.toSatisfy((ms) => Number(ms) === 0) },
    ]);
    expect((await watchStore.figures()).levels).toMatchObject({ critical: 3 });
    const [oncall] = await watches.list(['C0ONCALL001']);
    expect(oncall?.watches.map(({ pattern, isSeen }) => [pattern, isSeen])).toEqual([
      ['1001', true],
      ['1003', false],
    ]);
  });

  test('a downtime and an outage that 1.9.0 posted are not posted again', async () => {
    const url = await storedUrl('1.9.0');
    const posted = [
      { kind: 'absence', fromMs: 1, toMs: 2 },
      { kind: 'outage', sinceMs: 3, overAtMs: 4, isRecoveryTold: true },
    ];
    for (const [index, told] of posted.entries())
      await runSql(
        url,
        `insert into messages values ('m${index}', 'C0ONCALL001', '${JSON.stringify(told)}', 5, 'C0ONCALL001', '${index}.5', 1, 0)`,
      );
    await openStore(url);
    const [row] = await runSql(url, `select posted from channels where id = 'C0ONCALL001'`);
    expect(JSON.parse(String(row?.posted))).toMatchObject({
      downtimeFromMs: 1,
      outage: { ts: '1.5', sinceMs: 3, overAtMs: 4 },
    });
  });

  test('watches keep their targets', async () => {
    const url = await storedUrl('1.9.0');
    await (await openStore(url)).close();
    // As before migration 0021.
    for (const statement of [
      'drop index prefix_watches',
      `delete from kysely_migration where name > '0021'`,
      ...['pagerduty', 'ntfy', 'webhook'].map(
        (target) => `alter table watches drop column ${target}_since_ms`,
      ),
      'alter table notified rename column again_at_ms to at_ms',
      'drop table targets',
      'alter table deliveries drop column key',
      'create table watch_targets (channel_id text, pattern text, target text, since_ms bigint)',
      `insert into watch_targets values ('C0ONCALL001', '1001', 'ntfy', 7)`,
      `insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
      values ('target:ntfy', 'T1', 0, 0, 0, 0)`,
    ])
      await runSql(url, statement);
    const { watches } = await openStore(url);
    const [oncall] = await watches.list(['C0ONCALL001']);
    expect(oncall?.watches.map(({ pattern, options }) => [pattern, options.targets])).toEqual([
      ['1001', ['ntfy']],
      ['1003', []],
    ]);
    expect(await runSql(url, `select id from channels where id like 'target%'`)).toEqual([]);
  });
});

test('SQLite is copied once before an upgrade, but not a new file', async () => {
  const [sqlite] = bothStored(postgres);
  const url = (await sqlite?.storedUrl('1.9.0')) ?? '';
  const path = url.slice('sqlite:'.length);
  const copy = `sqlite:${path}.before-2.0`;
  const before = await namesIn(url);
  // A power cut while it was made: in a container every process has the same id.
  await writeFile(`${path}.before-2.0.${process.pid}`, 'half a copy');
  await (await openStore(url)).close();
  expect(await namesIn(url)).toEqual(Object.keys(MIGRATIONS));
  expect(await namesIn(copy)).toEqual(before);
  expect((await stat(`${path}.before-2.0`)).mode & 0o777).toBe(0o600);
  const again = (await sqlite?.storedUrl('1.9.0')) ?? '';
  const earlier = `${again.slice('sqlite:'.length)}.before-2.0`;
  await writeFile(earlier, 'an earlier copy');
  await openStore(again);
  expect(await readFile(earlier, 'utf8')).toBe('an earlier copy');
  const fresh = join(await temporaryFolder(), 'new.db');
  await openStore(`sqlite:${fresh}`);
  expect(existsSync(`${fresh}.before-2.0`)).toBe(false);
});
