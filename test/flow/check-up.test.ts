import { expect, test } from 'vitest';
import { failingStore } from '../support/failing-store.ts';
import { inOrder, toldWaitMs } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const { checkUp: says } = words;
const { unavailable } = words.failure;

test('doctor shows the state of each part, only to the person and without secrets', async () => {
  const { ada, bora, service, logLines } = await startBot({ standsAtMs: Date.now() });
  await ada.command('/backup-status 1001');
  const { ack, message } = await ada.command('/backup-status doctor');
  expect({ ack, isEphemeral: message?.isEphemeral }).toEqual({ ack: 'ok', isEphemeral: true });
  expect(message?.text.split('\n')).toEqual([
    `✅ ${says.service}: ${says.lastAnswer(words.time.ago(0))}`,
    `✅ ${says.database}: ${says.working}`,
    `✅ ${says.watches}: ${says.nothingWatched}`,
  ]);
  const shown = JSON.stringify(message);
  for (const secret of [service.password, service.username, service.url]) expect(shown).not.toContain(secret);
  expect(bora.messages()).toEqual([]);
  expect(logLines).toContainEqual(expect.objectContaining({ msg: 'answered', reply: 'doctor' }));
  expect(service.counts.generalInfos).toBe(1);
});

test('doctor names a service that refuses the sign-in', async () => {
  const { ada } = await startBot({ settings: { BACKUP_SERVICE_PASSWORD: 'wrong' } });
  const { message } = await ada.command('/backup-status doctor');
  const { what, next } = unavailable['login-rejected'](undefined);
  expect(message?.text).toContain(`🔌 ${says.service}: ${what} ${next}`);
});

test('doctor says since when the database is down', async () => {
  const nowMs = Date.now();
  const since = words.time.dateTime({ atMs: nowMs, zoneId: 'UTC', nowMs });
  const { ada } = await startBot({ standsAtMs: nowMs, store: await failingStore() });
  const { message } = await ada.command('/backup-status doctor');
  expect(message?.text.split('\n').slice(1)).toEqual([
    `🔌 ${says.database}: ${says.databaseDown(since)}`,
    `🔌 ${says.watches}: ${says.notKnown}`,
  ]);
});

test('doctor says since when look-ups fail and when the next one is tried', async () => {
  const { ada, service } = await startBot({ lookup: { budgetMs: 500 } });
  await ada.command('/backup-status 1001');
  service.addFault({ kind: 'status', status: 503 }, { operation: 'general-info' });
  await ada.command('/backup-status 1002 1003 1004 1005 1006');
  const { message } = await ada.command('/backup-status doctor');
  const [first = ''] = message?.text.split('\n') ?? [];
  const [before = '', after = ''] = says.failing('|').split('|');
  const why = unavailable['no-answer'](undefined).what;
  expect(first).toMatch(inOrder(`🔌 ${says.service}: ${before}`, ` UTC${after} ${why}`));
  expect(toldWaitMs(first)).toBeLessThan(60_000);
  service.clearFaults();
});

test('doctor answers in time while the service hangs', async () => {
  const { ada, service } = await startBot();
  service.addFault({ kind: 'hang' });
  service.revokeTokens();
  const { ack, message } = await ada.command('/backup-status doctor');
  expect(ack).toBe('ok');
  expect(message?.text).toContain(`✅ ${says.database}: ${says.working}`);
});
