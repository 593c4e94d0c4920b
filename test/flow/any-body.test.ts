import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { Keyv } from 'keyv';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { validateMessage, validateView } from '../../sandbox/slack/block-kit/validate.ts';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookupBackupStatus } from '../../src/lookup/lookup-backup-status.ts';
import { createBackupService } from '../../src/service/client.ts';
import { formatLookup } from '../../src/slack/card/card.ts';
import { formatDetails } from '../../src/slack/card/details.ts';
import { formatTriage } from '../../src/slack/card/list.ts';
import { THRESHOLDS } from '../messages/samples.ts';
import { words } from '../support/reader.ts';
import { serviceSettings } from '../support/service-settings.ts';

const HOSTILE = [
  '<!channel>',
  '@here',
  '*_~`',
  '&',
  '\u202e',
  '\u0000',
  '\n',
  '👩‍👩‍👧‍👦',
  'çevrimiçi',
  '<@U1>',
  '|>',
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.nat(3_000)).map(([part, times]) => part.repeat(times)),
  fc.constantFrom('çevrimiçi', 'çevrimdışı', 'yedekleniyor', '500 GB', '1,5 TB', '4.12.0'),
);
const date = fc
  .date({ min: new Date('2026-11-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString());
/** What a field may hold: what it should, what it should not, and nothing. */
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: date.map((day) => day.slice(0, 10)) },
  { weight: 2, arbitrary: date.map((day) => day.slice(11, 19)) },
  { weight: 2, arbitrary: fc.nat() },
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue(),
);
const body = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, value])), {
      requiredKeys: [],
    }),
  },
  fc.jsonValue(),
);

/** A service that answers every general-info request with whatever `current.body` is. */
async function startAnyBodyService() {
  const current: { body: unknown } = { body: {} };
  const server = createServer((request, response) => {
    const isLogin = request.url?.endsWith('/login');
    const login = { token: 'a.b.c', expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(isLogin ? login : current.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { current, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` };
}

test('whatever the service sends, what people get is something that Slack takes', async () => {
  const { current, url } = await startAnyBodyService();
  const log = pino({ enabled: false });
  const now = () => Date.UTC(2026, 10, 21);
  const service = createBackupService({ settings: serviceSettings({ url }), now: Date.now, log });
  onTestFinished(() => service.close());
  const lookup = createLookupBackupStatus({
    readAccount: service.readAccount,
    lastAnswers: createLastAnswers({ store: new Keyv(), ttlMs: 1_000, now, log }),
    termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    freshForMs: 0,
    budgetMs: 5_000,
    now,
    log,
  });
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      current.body = sent;
      const outcome = await lookup('1001', { fresh: true });
      kinds.add(outcome.kind);
      for (const audience of ['private', 'channel'] as const) {
        const context = { nowMs: now(), words, audience, command: '/backup-status' };
        expect(validateMessage(formatLookup(outcome, context))).toEqual([]);
        expect(validateMessage(formatTriage([outcome, outcome], context))).toEqual([]);
        expect(validateView(formatDetails(outcome, context))).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
  expect(kinds).toEqual(new Set(['found', 'unavailable']));
});
