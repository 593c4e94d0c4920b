import { Keyv } from 'keyv';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookupBackupStatus } from '../../src/lookup/lookup-backup-status.ts';
import { createBackupService } from '../../src/service/client.ts';
import { THRESHOLDS } from '../messages/samples.ts';
import { FINE } from '../support/phrases.ts';
import { LOCALE } from '../support/reader.ts';
import { serviceSettings } from '../support/service-settings.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';
import { startSlack } from '../support/start-slack.ts';

test('1,000 look-ups at once of one account, cold: one login, one general-info', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const log = pino({ enabled: false });
  const common = { now: Date.now, log };
  const backupService = createBackupService({ settings: serviceSettings(service), ...common });
  onTestFinished(() => backupService.close());
  const lookup = createLookupBackupStatus({
    ...common,
    readAccount: backupService.readAccount,
    lastAnswers: createLastAnswers({ store: new Keyv(), ttlMs: 60_000, ...common }),
    termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    freshForMs: 15_000,
    budgetMs: 20_000,
  });
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => lookup('1001')));
  expect(outcomes.filter(({ kind }) => kind !== 'found')).toEqual([]);
  expect(service.counts).toMatchObject({ logins: 1, generalInfos: 1 });
});

test.each(TRANSPORTS)(
  '100 commands at once over %s, cold: one login, one general-info an account',
  async (transport) => {
    const { ada, service } = await startBot({ transport });
    const ids = Array.from({ length: 100 }, (_, index) => 1001 + (index % 4));
    const deliveries = await Promise.all(ids.map((id) => ada.command(`/backup-status ${id}`)));
    expect(deliveries.filter(({ ack }) => ack !== 'ok')).toEqual([]);
    expect(service.counts).toMatchObject({ logins: 1, generalInfos: 4 });
    expect(service.counts.maxInFlight).toBeLessThanOrEqual(8);
  },
);

test('two bots, one over sockets and one over HTTP, share one login', async () => {
  const tokenStore = new Keyv();
  const bySocket = await startBot({ transport: 'socket', tokenStore });
  const { service } = bySocket;
  const otherSlack = await startSlack({ locale: LOCALE });
  // Its token is there by then: the database's lock, under which replicas log in one after the other, is not in this test.
  const first = await bySocket.ada.command('/backup-status 1001');
  const byHttp = await startBot({ transport: 'http', tokenStore, service, slack: otherSlack });
  const second = await byHttp.ada.command('/backup-status 1001');
  expect([first.message?.text, second.message?.text]).toEqual([
    expect.stringContaining(FINE),
    expect.stringContaining(FINE),
  ]);
  expect(service.counts).toMatchObject({ logins: 1, generalInfos: 2 });
});
