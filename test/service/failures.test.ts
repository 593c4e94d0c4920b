import { Keyv } from 'keyv';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../sandbox/backup-service/reply.ts';
import { SHARED_LIMITS } from '../../src/service/token-cache.ts';
import { withoutJitter } from '../support/without-jitter.ts';
import { connect, createClock, startReference } from './support.ts';

const budgetMs = 10_000;

// flow/service-faults.test.ts has every fault.
describe('when the service fails', () => {
  test('retries while there is time', async () => {
    withoutJitter(); // A third attempt never fits. A second one does, even on a slow machine.
    const reference = await startReference();
    const { service } = connect(reference);
    reference.addFault({ kind: 'reset' }, { operation: 'general-info' });
    await expect(service.readAccount('1001', { budgetMs: 1_150 })).rejects.toMatchObject({ code: 'network' });
    expect(reference.counts.generalInfos).toBe(2);
  });

  test.each<Fault>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 504 },
    { kind: 'html-page' },
    { kind: 'reset' },
    { kind: 'reset', when: 'mid-body' },
    { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
    { kind: 'status', status: 429 },
  ])('succeeds at the second attempt after a single %o', async (fault) => {
    const reference = await startReference();
    const { service } = connect(reference);
    reference.addFault(fault, { operation: 'general-info', next: 1 });
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
    expect(reference.counts).toMatchObject({ logins: 1, generalInfos: 2 });
  });

  test.each([
    ['login', 60_000],
    ['general-info', 10_000],
  ] as const)(
    'a 429 to every %s without Retry-After makes a pause of %i ms',
    async (operation, retryAfterMs) => {
      const clock = createClock();
      const reference = await startReference({ now: clock.now });
      const { service } = connect(reference, { now: clock.now });
      reference.addFault({ kind: 'status', status: 429 }, { operation });
      const isLimited = { code: 'rate-limited', facts: { retryAfterMs } };
      for (const id of ['1001', '1002', '1003'])
        await expect(service.readAccount(id, { budgetMs }), id).rejects.toMatchObject(
          id === '1001' ? { code: 'rate-limited' } : isLimited,
        );
      const { rejectedLogins, generalInfos } = reference.counts;
      expect({ login: rejectedLogins, 'general-info': generalInfos }[operation]).toBe(4);
      reference.clearFaults();
      clock.advance(retryAfterMs);
      await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
    },
  );

  test.each(['login', 'general-info'] as const)(
    'a defect during a %s reaches the caller as it is',
    async (operation) => {
      const reference = await startReference();
      const defect = new TypeError('a defect');
      const { service } = connect(reference, {
        observe(event) {
          if ('operation' in event && event.operation === operation) throw defect;
        },
      });
      await expect(service.readAccount('1001', { budgetMs })).rejects.toBe(defect);
      expect(service.health().failing).toBeUndefined();
    },
  );

  test('reports `busy` for a look-up that waited only in our own queue', async () => {
    const reference = await startReference();
    const { service } = connect(reference, { changed: { BACKUP_SERVICE_MAX_CONCURRENT: 1 } });
    await service.readAccount('1001', { budgetMs });
    reference.addFault({ kind: 'hang' }, { account: '1002' });
    const hanging = service.readAccount('1002', { budgetMs: 300 });
    const waiting = service.readAccount('1001', { budgetMs: 150 });
    await expect(waiting).rejects.toMatchObject({ code: 'busy' });
    await expect(hanging).rejects.toMatchObject({ code: 'timeout' });
    // A request that hangs gives its connection back.
    for (const _ of [1, 2]) await service.readAccount('1002', { budgetMs: 150 }).catch(() => undefined);
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
  });

  test('reports `busy` for a look-up that gets its slot when most of its time is over', async () => {
    const reference = await startReference();
    const { service } = connect(reference, { changed: { BACKUP_SERVICE_MAX_CONCURRENT: 1 } });
    reference.addFault({ kind: 'hang' }, { account: '1002' });
    const hanging = service.readAccount('1002', { budgetMs: 800 });
    const waiting = service.readAccount('1001', { budgetMs: 1_000 });
    await expect(hanging).rejects.toMatchObject({ code: 'timeout' });
    await expect(waiting).rejects.toMatchObject({ code: 'busy' });
    expect(reference.requests.map(({ accountId }) => accountId)).not.toContain('1001');
  });

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise(() => {})],
  ])('a store that %s is logged and changes no answer', async (_, fail) => {
    const before = { ...SHARED_LIMITS };
    onTestFinished(() => void Object.assign(SHARED_LIMITS, before));
    SHARED_LIMITS.storeMs = 20;
    const reference = await startReference();
    const tokenStore = new Keyv({
      throwOnErrors: true,
      store: { get: fail, set: fail, delete: fail, clear: fail },
    });
    const { service, lines } = connect(reference, { tokenStore });
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
    expect(lines.some(({ level, operation }) => level === 40 && operation === 'get')).toBe(true);
    // A wrong password must not lock the service account, least of all now.
    const wrong = connect({ ...reference, password: 'wrong' }, { tokenStore }).service;
    for (const _ of [1, 2]) {
      await expect(wrong.readAccount('1001', { budgetMs })).rejects.toMatchObject({ code: 'login-rejected' });
    }
    expect(reference.counts.rejectedLogins).toBe(1);
  });
});
