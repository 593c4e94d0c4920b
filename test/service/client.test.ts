import { describe, expect, test } from 'vitest';
import { connect, createClock, startReference, startServer } from './support.ts';

const budgetMs = 10_000;

describe('reading accounts', () => {
  test('prefers a configured zone, and falls back to UTC', async () => {
    const reference = await startReference();
    const { service } = connect(reference, { changed: { BACKUP_SERVICE_TIME_ZONE: 'Europe/Istanbul' } });
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({
      zone: { id: 'Europe/Istanbul', assumedFrom: 'setting' },
    });
    const url = await startServer((_request, response) => void response.end('{"token":"t"}'));
    const silent = connect({ url, username: 'u', password: 'p' });
    await expect(silent.service.readAccount('1001', { budgetMs })).resolves.toMatchObject({
      zone: { id: 'UTC', assumedFrom: 'nothing' },
    });
  });

  test('sends any id unchanged', async () => {
    const seen: unknown[] = [];
    const url = await startServer((request, response) => {
      if (request.method === 'GET') seen.push(new URL(`http://x${request.url}`).searchParams.get('id'));
      response.end('{"token":"t"}');
    });
    const { service } = connect({ url, username: 'u', password: 'p' });
    const ids = ['a b', 'a/b?c=d&e#f', '100%', 'çağrı', '../login', '+', '\ud83d\ude00'];
    for (const id of ids) await service.readAccount(id, { budgetMs });
    expect(seen).toEqual(ids);
    await service.readAccount('half a pair \ud83d', { budgetMs });
    expect(seen.at(-1)).toBe('half a pair \ufffd');
  });

  test('reports each field that departs from the interface once, without its value', async () => {
    const reference = await startReference();
    const { service, lines } = connect(reference);
    for (let count = 0; count < 3; count++) await service.readAccount('1016', { budgetMs });
    const drift = lines.filter(({ msg }) => msg === 'general info departs from the interface');
    expect(drift.map(({ field }) => field)).toContain('packageName');
    expect(new Set(drift.map(({ field }) => field)).size).toBe(drift.length);
    expect(JSON.stringify(drift)).not.toContain('musteri.example');
  });
});

test('a token of two seconds does not need a login for every look-up', async () => {
  const clock = createClock();
  const reference = await startReference({ now: clock.now, tokenLifetimeMs: 2_000 });
  const { service } = connect(reference, { now: clock.now });
  for (let count = 0; count < 20; count++) {
    await service.readAccount(`load-${count}`, { budgetMs });
    clock.advance(100);
  }
  expect(reference.counts.logins).toBe(2);
  expect(reference.requests.filter(({ status }) => status === 401)).toEqual([]);
});

test('close cancels requests under way and refuses new ones', async () => {
  const reference = await startReference();
  const { service } = connect(reference);
  await service.readAccount('1001', { budgetMs });
  reference.addFault({ kind: 'hang' });
  const reading = service.readAccount('1001', { budgetMs: 60_000 });
  const ended = expect(reading).rejects.toMatchObject({ code: 'closed' });
  await Promise.all([service.close(), service.close()]);
  await ended;
  await expect(service.readAccount('1001', { budgetMs })).rejects.toMatchObject({ code: 'closed' });
  await expect.poll(() => reference.counts.inFlight).toBe(0);
});
