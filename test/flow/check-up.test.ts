import { expect, test } from 'vitest';
import { HOUR_MS } from '../account/accounts.ts';
import { failingStore } from '../support/failing-store.ts';
import { watchIn } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';
import { startWatching } from '../support/start-watching.ts';

const { checkUp: says } = words;

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

test.each([
  ['has failed for an hour', HOUR_MS],
  ['hangs', 0],
  ['can be read but not written', HOUR_MS],
])('doctor says since when the database is down: it %s', async (how, agoMs) => {
  const nowMs = Date.now();
  const since = words.time.dateTime({ atMs: nowMs - agoMs, zoneId: 'UTC', nowMs });
  const never = () => new Promise<never>(() => {});
  const { ada } = await startBot({
    ...{ standsAtMs: nowMs, store: how.includes('read') ? await startStore() : await failingStore() },
    changeStore: ({ watchStore }) =>
      how === 'hangs'
        ? { watchStore: { ...watchStore, figures: never } }
        : { failingSinceMs: () => nowMs - agoMs },
  });
  const { message } = await ada.command('/backup-status doctor');
  expect(message?.text.split('\n').slice(1)).toEqual([
    `🔌 ${says.database}: ${says.databaseDown(since)}`,
    `🔌 ${says.watches}: ${says.notKnown}`,
  ]);
});

test('people who have left do not count as places that accept no messages', async () => {
  const bot = await startWatching();
  const { ada, bora, slack, store, logLines } = bot;
  await watchIn(store, bora, bora.id, ['1001']);
  slack.become('bora', 'deleted');
  await bot.becomeStale();
  await bot.timePasses(() => logLines.some(({ reason }) => reason === 'deactivated'));
  const { message } = await ada.command('/backup-status doctor');
  expect(message?.text).toContain(`✅ ${says.watches}`);
});

test('doctor answers in time while the service hangs', async () => {
  const { ada, service } = await startBot();
  service.addFault({ kind: 'hang' });
  service.revokeTokens();
  const { ack, message } = await ada.command('/backup-status doctor');
  expect(ack).toBe('ok');
  expect(message?.text).toContain(`✅ ${says.database}: ${says.working}`);
});
