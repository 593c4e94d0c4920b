import { inspect } from 'node:util';
import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { createSharedToken } from '../../../src/backup-service/token/create-shared-token.ts';
import { createClock, createLog, tokenOf } from '../support.ts';

const ACCOUNT = { url: 'http://service/api', username: 'sandbox', password: 'sandbox-password' };

function setUp(store: Keyv, account: Partial<typeof ACCOUNT> = {}) {
  const clock = createClock();
  const { log, lines } = createLog();
  const shared = createSharedToken({ ...ACCOUNT, ...account, store, now: clock.now, log });
  return { shared, clock, lines };
}

describe('the shared token', () => {
  test('is what another replica wrote, trailing slash or not', async () => {
    const store = new Keyv();
    const { shared, clock } = setUp(store);
    const token = tokenOf('secret-token', clock.now());
    await shared.write(token);
    await expect(setUp(store, { url: 'http://service/api/' }).shared.read()).resolves.toEqual(token);
  });

  test('without the optional facts comes back without them', async () => {
    const { shared, clock } = setUp(new Keyv());
    const token = { token: 't', expiresAtMs: clock.now() + 1_000, lifetimeMs: 1_000 };
    await shared.write(token);
    await expect(shared.read()).resolves.toEqual(token);
  });

  test('lies encrypted in the store, and says nothing of user or password either', async () => {
    const map = new Map<string, unknown>();
    const { shared, clock } = setUp(new Keyv({ store: map }));
    await shared.write(tokenOf('secret-token', clock.now()));
    const stored = inspect(map, { depth: null });
    for (const secret of ['secret-token', ACCOUNT.username, ACCOUNT.password, ACCOUNT.url]) {
      expect(stored).not.toContain(secret);
    }
    expect(map.size).toBe(1);
  });

  test('cannot be opened with another password, and that is a logged miss', async () => {
    const store = new Keyv();
    const { shared, clock } = setUp(store);
    await shared.write(tokenOf('secret-token', clock.now()));
    const other = setUp(store, { password: 'changed' });
    await expect(other.shared.read()).resolves.toBeUndefined();
    expect(other.lines).toMatchObject([{ level: 40, msg: 'the shared token cannot be opened' }]);
  });

  test('of another user or service is not seen at all', async () => {
    const store = new Keyv();
    const { shared, clock } = setUp(store);
    await shared.write(tokenOf('secret-token', clock.now()));
    for (const account of [{ username: 'other' }, { url: 'http://other/api' }]) {
      const other = setUp(store, account);
      await expect(other.shared.read()).resolves.toBeUndefined();
      expect(other.lines).toEqual([]);
    }
  });

  test.each([['nonsense'], [42], [{ token: 'plain' }]])('%o in its place is a miss', async (value) => {
    const map = new Map<string, string>();
    const store = new Keyv({ store: map });
    const { shared, clock } = setUp(store);
    await shared.write(tokenOf('secret-token', clock.now()));
    const [key = ''] = map.keys();
    await store.set(key, value);
    await expect(shared.read()).resolves.toBeUndefined();
  });

  test('leaves the store when it expires', async () => {
    const map = new Map<string, string>();
    const { shared, clock } = setUp(new Keyv({ store: map }));
    const before = Date.now();
    await shared.write(tokenOf('secret-token', clock.now(), 5_000));
    const { expires } = JSON.parse([...map.values()][0] ?? '{}');
    expect(expires).toBeGreaterThanOrEqual(before + 5_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 5_000);
  });
});

describe('shared refusals', () => {
  test('are those of one account and one password, and lie encrypted', async () => {
    const map = new Map<string, unknown>();
    const store = new Keyv({ store: map });
    const { shared, clock } = setUp(store);
    const refused = { count: 3, untilMs: clock.now() + 240_000 };
    await shared.refusals.write(refused);
    await expect(setUp(store).shared.refusals.read()).resolves.toEqual(refused);
    await expect(setUp(store, { password: 'changed' }).shared.refusals.read()).resolves.toBeUndefined();
    await expect(setUp(store, { username: 'other' }).shared.refusals.read()).resolves.toBeUndefined();
    expect(inspect(map, { depth: null })).not.toContain('untilMs');
    await shared.refusals.clear();
    await expect(shared.refusals.read()).resolves.toBeUndefined();
  });
});
