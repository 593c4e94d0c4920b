import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { createGuardedStore } from '../../../src/backup-service/token/create-guarded-store.ts';
import { createLoginTurn } from '../../../src/backup-service/token/create-login-turn.ts';
import { createLog } from '../support.ts';

const { signal } = new AbortController();
const turnOf = (store: Keyv) =>
  createLoginTurn(createGuardedStore({ store, now: Date.now, log: createLog().log }), 'turn');

test('of ten that come at once one gets the turn, and when it ends the next may have it', async () => {
  const store = new Keyv();
  const turns = Array.from({ length: 10 }, () => turnOf(store));
  const taken = await Promise.all(turns.map((turn) => turn.take(signal)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const [holder, other] = [turns[taken.indexOf(true)], turns[taken.indexOf(false)]];
  await expect(other?.take(signal)).resolves.toBe(false);
  await other?.end();
  await expect(other?.take(signal)).resolves.toBe(false);
  await holder?.end();
  await expect(other?.take(signal)).resolves.toBe(true);
});

test('a holder that died is waited for only as long as its name stays in the store', async () => {
  const store = new Keyv();
  await turnOf(store).take(signal);
  await store.delete('turn');
  await expect(turnOf(store).take(signal)).resolves.toBe(true);
});

test('the name of a holder stays for seconds, not for ever', async () => {
  const map = new Map<string, string>();
  await turnOf(new Keyv({ store: map })).take(signal);
  const { expires } = JSON.parse([...map.values()][0] ?? '{}');
  expect(expires - Date.now()).toBeGreaterThan(0);
  expect(expires - Date.now()).toBeLessThanOrEqual(6_000);
});

test('without a working store it is everybody’s turn', async () => {
  const fail = () => Promise.reject(new Error('down'));
  const store = new Keyv({ store: { get: fail, set: fail, delete: fail, clear: fail } });
  await expect(Promise.all([turnOf(store).take(signal), turnOf(store).take(signal)])).resolves.toEqual([
    true,
    true,
  ]);
});

test('who waits for a turn can be called off', async () => {
  const store = new Keyv();
  await turnOf(store).take(signal);
  const controller = new AbortController();
  const waiting = turnOf(store).take(controller.signal);
  controller.abort(new DOMException('', 'TimeoutError'));
  await expect(waiting).rejects.toMatchObject({ code: 'timeout', operation: 'login', waitingFor: 'token' });
});
