import fc from 'fast-check';
import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { accountWith, HOUR_MS, NEVER, NOW_MS } from '../account/accounts.ts';
import { FULL_ACCOUNT } from '../messages/samples.ts';
import { captureLog } from '../support/capture-log.ts';
import { EMAIL } from './deps.ts';

const TTL_MS = 24 * HOUR_MS;

/** Every property is set, because the schema would drop one that it does not have. */
const FULL = {
  ...FULL_ACCOUNT,
  database: { kind: 'at', atMs: NOW_MS, precision: 'day' },
  folders: NEVER,
} as const;

function createBench(store = new Keyv()) {
  const clock = { nowMs: NOW_MS };
  const { log, lines } = captureLog();
  const answers = createLastAnswers({ now: () => clock.nowMs, log }, TTL_MS, store);
  return { answers, get: async (id: string) => (await answers.get([id]))[0], clock, lines, store };
}

const keyvOver = (get: () => unknown) => {
  const getMany = (keys: readonly string[]) => Promise.all(keys.map(get));
  return new Keyv({ throwOnErrors: true, store: { get, getMany, set: get, delete: get, clear: get } });
};

describe('the last answer', () => {
  test('is read back with every field', async () => {
    const { answers, get, lines } = createBench();
    await answers.set('1001', { account: FULL, readAtMs: NOW_MS });
    expect(await get('1001')).toEqual({ account: FULL, readAtMs: NOW_MS });
    expect(await get('1002')).toBeUndefined();
    expect(lines).toEqual([]);
  });

  test('is read back with any text from the service', async () => {
    const { answers, get } = createBench();
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string().map((text) => `:base64:${text}`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...GENERAL_INFO_FIELDS), anyText),
        anyText,
        async (sent, packageName) => {
          const account = accountWith({
            packageName,
            sent: { ...sent },
            quota: { kind: 'as-sent', text: packageName },
          });
          await answers.set('1001', { account, readAtMs: NOW_MS });
          expect((await get('1001'))?.account).toEqual(account);
        },
      ),
    );
  });

  test('is valid for a day after its read', async () => {
    const { answers, get, clock } = createBench();
    await answers.set('1001', { account: accountWith(), readAtMs: NOW_MS });
    clock.nowMs += TTL_MS - 1;
    expect(await get('1001')).toBeDefined();
    clock.nowMs += 1;
    expect(await get('1001')).toBeUndefined();
  });

  test('is not valid when the clock was set back by a day or more', async () => {
    const { answers, get, clock } = createBench();
    await answers.set('1001', { account: accountWith(), readAtMs: NOW_MS });
    clock.nowMs -= TTL_MS;
    expect(await get('1001')).toBeUndefined();
    clock.nowMs += 1;
    expect(await get('1001')).toBeDefined();
  });
});

test.each<[string, unknown]>([
  ['no object', 'text'],
  ['no time', { account: accountWith() }],
  ['no account', { readAtMs: NOW_MS }],
  ['another account', { account: accountWith({ id: '1002' }), readAtMs: NOW_MS }],
  ['a backup without a time', { account: { ...accountWith(), database: { kind: 'at' } }, readAtMs: NOW_MS }],
  ['a status unheard of', { account: { ...accountWith(), status: { kind: 'asleep' } }, readAtMs: NOW_MS }],
  ['a number as text', { account: { ...accountWith(), backupCount: '7' }, readAtMs: NOW_MS }],
])('an entry of another version is a miss: %s', async (_name, value) => {
  const { get, store } = createBench();
  await store.set('last-answer:v2:1001', value);
  expect(await get('1001')).toBeUndefined();
});

describe('a store that fails', () => {
  const refuse = () =>
    Promise.reject(Object.assign(new Error(`cannot reach ${EMAIL}`), { code: 'ECONNREFUSED' }));

  test('is a miss with a warning, without the text of its error', async () => {
    const { answers, get, lines } = createBench(keyvOver(refuse));
    expect(await get('1001')).toBeUndefined();
    await answers.set('1001', { account: FULL, readAtMs: NOW_MS });
    await answers.drop('1001');
    expect(lines).toMatchObject([
      { level: 40, doing: 'get', accounts: 1, error: 'Error', code: 'ECONNREFUSED' },
      { level: 40, doing: 'set' },
      { level: 40, doing: 'drop' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('acme');
  });

  test('by hanging is a miss too', async () => {
    const { get, lines } = createBench(keyvOver(() => new Promise(() => {})));
    expect(await get('1001')).toBeUndefined();
    expect(lines).toMatchObject([{ doing: 'get', error: 'TimeoutError' }]);
  });

  test('by returning invalid JSON is a miss too, without the text', async () => {
    const { get, lines } = createBench(keyvOver(async () => `{"account":{"email":"${EMAIL}"`));
    expect(await get('1001')).toBeUndefined();
    expect(lines).toMatchObject([{ doing: 'get', error: 'SyntaxError' }]);
    expect(JSON.stringify(lines)).not.toContain('acme');
  });
});
