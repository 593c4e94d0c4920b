import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { createLock } from './set-up-token-cache.ts';
import { connect, createClock, deferred, HOUR_MS, startReference, startServer } from './support.ts';

const budgetMs = 10_000;

describe('a refused token', () => {
  test('is replaced once, and the look-up succeeds', async () => {
    const reference = await startReference();
    const { service } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    reference.revokeTokens();
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
    expect(reference.counts).toMatchObject({ logins: 2, generalInfos: 3 });
  });

  test('a hundred look-ups that meet it at once are one login', async () => {
    const reference = await startReference();
    const { service } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    reference.revokeTokens();
    const ids = Array.from({ length: 100 }, (_, index) => `load-${index}`);
    await Promise.all(ids.map((id) => service.readAccount(id, { budgetMs })));
    expect(reference.counts.logins).toBe(2);
  });

  test('a token just renewed and refused again is a 401, not a storm of logins', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    reference.addFault({ kind: 'status', status: 401 }, { operation: 'general-info' });
    const { service } = connect(reference, { now: clock.now });
    const ids = Array.from({ length: 20 }, (_, index) => `load-${index}`);
    for (let wave = 0; wave < 3; wave++) {
      const results = await Promise.allSettled(ids.map((id) => service.readAccount(id, { budgetMs })));
      for (const result of results) {
        expect(result).toMatchObject({ reason: { code: 'http', status: 401, operation: 'general-info' } });
      }
    }
    expect(reference.counts.logins).toBe(2);
  });

  test('a service that comes to its senses is believed again', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    const { service } = connect(reference, { now: clock.now });
    reference.addFault({ kind: 'status', status: 401 }, { operation: 'general-info', next: 2 });
    await expect(service.readAccount('1001', { budgetMs })).rejects.toMatchObject({ status: 401 });
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
    clock.advance(5_000);
    reference.revokeTokens();
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
  });

  test('a clock that is set back does not keep a dead token', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    const { service } = connect(reference, { now: clock.now });
    reference.addFault({ kind: 'status', status: 401 }, { operation: 'general-info', next: 2 });
    await expect(service.readAccount('1001', { budgetMs })).rejects.toMatchObject({ status: 401 });
    clock.advance(-HOUR_MS);
    reference.revokeTokens();
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
  });

  test('a late refusal of a token that has long been replaced costs no login', async () => {
    // The first look-up is answered only when the second has made the adapter renew.
    const late = deferred<void>();
    let logins = 0;
    const url = await startServer(async (request, response) => {
      if (request.url === '/login') return void response.end(JSON.stringify({ token: `t${++logins}` }));
      if (request.url?.endsWith('=slow') && request.headers.authorization === 'Bearer t1') await late.promise;
      response.statusCode = request.headers.authorization === 'Bearer t1' ? 401 : 200;
      response.end('{}');
    });
    const { service } = connect({ url, username: 'u', password: 'p' });
    const slow = service.readAccount('slow', { budgetMs });
    await expect(service.readAccount('quick', { budgetMs })).resolves.toMatchObject({ id: 'quick' });
    late.resolve();
    await expect(slow).resolves.toMatchObject({ id: 'slow' });
    expect(logins).toBe(2);
  });

  test('a token refused for one account alone costs one login, and says that it is that account', async () => {
    const reference = await startReference();
    reference.addFault({ kind: 'status', status: 401 }, { account: '1002' });
    const { service, lines } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    const isAlone = { code: 'http', status: 401, isThisAccountAlone: true };
    await expect(service.readAccount('1002', { budgetMs })).rejects.toMatchObject(isAlone);
    await service.readAccount('1001', { budgetMs });
    for (let count = 0; count < 5; count += 1) {
      await expect(service.readAccount('1002', { budgetMs })).rejects.toMatchObject(isAlone);
    }
    expect(reference.counts.logins).toBe(2);
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    reference.clearFaults();
    await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
  });

  test('a token refused for two accounts in a row, and taken for none in between, is refused for all', async () => {
    const reference = await startReference();
    const { service } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    reference.addFault({ kind: 'status', status: 401 }, { operation: 'general-info' });
    await service.readAccount('1002', { budgetMs }).catch(() => undefined);
    await expect(service.readAccount('1003', { budgetMs })).rejects.toMatchObject({
      isThisAccountAlone: false,
    });
  });

  test('a token that was never taken is refused for all', async () => {
    const reference = await startReference();
    reference.addFault({ kind: 'status', status: 401 }, { operation: 'general-info' });
    const { service } = connect(reference);
    await expect(service.readAccount('1002', { budgetMs })).rejects.toMatchObject({
      isThisAccountAlone: false,
    });
  });

  test('a 403 is about the account, so the token stays', async () => {
    const reference = await startReference();
    reference.addFault({ kind: 'status', status: 403 }, { account: '1002' });
    const { service } = connect(reference);
    await expect(service.readAccount('1002', { budgetMs })).rejects.toMatchObject({
      code: 'http',
      status: 403,
    });
    await service.readAccount('1001', { budgetMs });
    expect(reference.counts).toMatchObject({ logins: 1, generalInfos: 2 });
  });
});

describe('a service that kills older tokens, and two bots over one store', () => {
  async function setUp() {
    const clock = createClock();
    const reference = await startReference({ now: clock.now, singleToken: true });
    const shared = { tokenStore: new Keyv(), loginLock: createLock() };
    const bots = [1, 2].map(() => connect(reference, { now: clock.now, ...shared }).service);
    const askAll = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          Promise.all(bots.map((bot) => bot.readAccount(`load-${index}`, { budgetMs }))),
        ),
      );
    return { clock, reference, askAll };
  }

  test('from cold, both at once: at most two logins, no failure', async () => {
    const { reference, askAll } = await setUp();
    await askAll(100);
    expect(reference.counts.logins).toBeLessThanOrEqual(2);
  });

  test('at each of ten expiries: at most two logins, no failure', async () => {
    const { clock, reference, askAll } = await setUp();
    await askAll(10);
    for (let expiry = 0; expiry < 10; expiry++) {
      reference.resetCounts();
      clock.advance(HOUR_MS);
      await askAll(20);
      expect(reference.counts.logins).toBeLessThanOrEqual(2);
    }
  });

  test('ahead of expiry they renew behind: at most two logins, no failure', async () => {
    const { clock, reference, askAll } = await setUp();
    await askAll(10);
    for (let renewal = 0; renewal < 10; renewal++) {
      reference.resetCounts();
      clock.advance(HOUR_MS - 3 * 60_000);
      await askAll(10);
      await expect.poll(() => reference.counts.logins).toBeGreaterThanOrEqual(1);
      await askAll(10);
      expect(reference.counts.logins).toBeLessThanOrEqual(2);
    }
  });

  test('when the service forgets all tokens: at most two logins, no failure', async () => {
    const { reference, askAll } = await setUp();
    await askAll(10);
    reference.resetCounts();
    reference.revokeTokens();
    await askAll(100);
    expect(reference.counts.logins).toBeLessThanOrEqual(2);
  });
});
