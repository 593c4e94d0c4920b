import { describe, expect, test } from 'vitest';
import type { CommandProblem } from '../../src/words/en/failures.ts';
import { found } from '../messages/samples.ts';
import { reads, watchIn } from '../support/people.ts';
import { FINE, fine, inOrder, summary } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';
import { startEdge } from '../support/start-edge.ts';

const HOUR_MS = 3_600_000;
const { status, time } = words;

describe.each(TRANSPORTS)('a command over %s', (transport) => {
  test('answers in the ack for one account, only to the person', async () => {
    const { ada, bora } = await startBot({ transport });
    const { ack, message } = await ada.command('/backup-status 1001');
    expect({ ack, message }).toMatchObject({
      ack: 'ok',
      message: {
        isEphemeral: true,
        text: expect.stringMatching(
          inOrder(`✅ ${fine('1001')}\n🟢 ${status.online}`, time.ago(2 * HOUR_MS), time.ago(5 * HOUR_MS)),
        ),
      },
    });
    expect(ada.messages()).toEqual([message]);
    expect(bora.messages()).toEqual([]);
  });

  test('says that a slow answer follows, then gives it', async () => {
    const { ada, service } = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
    const release = service.hold();
    const { ack, message } = await ada.command('/backup-status 1001');
    expect({ ack, text: message?.text }).toEqual({
      ack: 'ok',
      text: words.command.pending('1001'),
    });
    release();
    const answer = await reads(ada, FINE);
    expect(answer.isEphemeral).toBe(true);
  });

  test('sends one login and one request per account for a hundred commands at once', async () => {
    // Stops the clock, because a slow machine may take long for all of them.
    const { ada, service } = await startBot({ transport, standsAtMs: Date.now() });
    const ids = Array.from({ length: 100 }, (_, index) => 1001 + (index % 4));
    const deliveries = await Promise.all(ids.map((id) => ada.command(`/backup-status ${id}`)));
    expect(deliveries.filter(({ ack }) => ack !== 'ok')).toEqual([]);
    expect(service.counts).toMatchObject({ logins: 1, generalInfos: 4 });
    expect(service.counts.maxInFlight).toBeLessThanOrEqual(8);
  });
});

// What follows does not depend on the transport.
test('lists several accounts worst first, and shows the others when one fails', async () => {
  const { ada, service } = await startBot();
  service.addFault({ kind: 'status', status: 403 }, { account: '1003' });
  // The service calls the id malformed.
  service.addFault({ kind: 'status', status: 400 }, { account: '9999' });
  const { message } = await ada.command('/backup-status 1001 1004 1003 nope7 1001 9999');
  expect(
    message?.text.split('\n').flatMap((line) => /^[🚨🔒🔍✅] .*/u.exec(line)?.[0].split(' · ')[0] ?? []),
  ).toEqual([
    `🚨 ${summary(5, { critical: 1, notChecked: 1, notFound: 2, healthy: 1 })}`,
    '🚨 1004',
    '🔒 1003',
    '🔍 nope7',
    '🔍 9999',
    '✅ 1001',
  ]);
  expect(service.counts.generalInfos).toBe(5);
});

test('quotes text that cannot be an id, truncated, and does not send it to the service', async () => {
  const { ada, service, logLines } = await startBot();
  const ids = Array.from({ length: 200 }, (_, index) => 1001 + index).join(' ');
  const tooMuch = { kind: 'too-much', accounts: 10, characters: 1_000 } as const;
  const typed: [string, CommandProblem][] = [
    [ids, tooMuch],
    ['x'.repeat(500), { kind: 'id-unreadable', typed: `${'x'.repeat(59)}…` }],
    ['x'.repeat(5_000), tooMuch],
    ['10\u000701', { kind: 'id-unreadable', typed: '1001' }],
    ['\u0000', { kind: 'id-unreadable', typed: '' }],
    ['<@U0BORA00001>', { kind: 'id-unreadable', typed: '&lt;@U0BORA00001&gt;' }],
    ['<!channel>', { kind: 'id-unreadable', typed: '&lt;!channel&gt;' }],
    ['<https://example.com>', { kind: 'id-unreadable', typed: '&lt;https://example.com&gt;' }],
  ];
  for (const [text, problem] of typed) {
    const { ack, message } = await ada.command(`/backup-status ${text}`);
    expect(ack).toBe('ok');
    expect(message?.isEphemeral).toBe(true);
    expect(message?.text.startsWith(words.command.problem(problem)), text).toBe(true);
    expect(message?.text).toContain(`${words.command.typeThis} /backup-status`);
    expect(message?.text.length).toBeLessThan(300);
  }
  expect(service.counts.generalInfos).toBe(0);
  expect(logLines.filter(({ msg }) => msg === 'answered')).toHaveLength(typed.length);
});

test('a command that cannot be read is answered with one that can, in the language of the person', async () => {
  const NOTES = ['note', 'not'].map((word) => `${word} 1004 3d an old disk, and a new disk`);
  const typed = [
    ['summary 8am', 'summary 07:30', 'özet 07:30'],
    ['bad 3 weeks', 'bad 3d', 'sorunlu 3g'],
    ['ending 2w', 'ending 30d', 'biten 30g'],
    ['watches 1004', 'watches', 'izlenenler'],
    ['doctor now', 'doctor', 'doktor'],
    ['no', 'note 1004 3d new disk', 'not 1004 3g yeni disk'],
    ['sumary', 'summary', 'özet'],
    ['unwach 1005', 'unwatch 1005', 'bırak 1005'],
    ['histor "Acme Ltd"', 'history "Acme Ltd"', 'geçmiş "Acme Ltd"'],
    ['mut 1004', 'mute 1004 4h server move', 'sustur 1004 4sa taşınma'],
    ['notee 1004 3d', 'note 1004 3d new disk', 'not 1004 3g yeni disk'],
    ['notee 1004 3d an old disk, and a new disk', ...NOTES],
    ['docter 1004', 'doctor', 'doktor'],
    ['sumary 8am', 'summary 07:30', 'özet 07:30'],
    ['shar 1004 now', 'share 1004 now', 'paylaş 1004 now'],
    ['unmute', 'unmute 1004', 'susturma 1004'],
    ['history', 'history 1004', 'geçmiş 1004'],
    ['summary', 'watch 1004', 'izle 1004'],
    ['what is this', 'help', 'yardım'],
  ];
  for (const [at, locale] of ['en-GB', 'tr-TR'].entries()) {
    const { ada, slack } = await startBot();
    slack.setLocale('ada', locale);
    for (const [text, ...shown] of typed) {
      const { message } = await ada.command(`/backup-status ${text}`);
      expect(message?.text, text).toMatch(new RegExp(`: /backup-status ${shown[at]}(?:\\n|$)`, 'u'));
    }
  }
});

test('an e-mail address that is typed as an id or watched is not logged', async () => {
  const { ada, clock, service, store, oncall, logLines, stop } = await startBot();
  const id = 'ada@typed.example';
  service.addFault({ kind: 'status', status: 403 }, { account: id });
  await watchIn(store, ada, oncall, [id]);
  // Before the clock moves, so that the next answer is a change.
  await expect
    .poll(() => store.watchStore.readStates('', 1))
    .toMatchObject([{ state: { level: 'unknown' } }]);
  service.clearFaults();
  const value = { lastBackupDateDb: '2020-01-01', lastBackupTimeDb: '09:00:00' };
  service.addFault({ kind: 'not-an-object', value }, { account: id });
  const later = () => {
    clock.advance(60_000);
    return logLines.map(({ msg }) => msg);
  };
  await expect.poll(later).toContain('a watched account has changed');
  for (const typed of [id, `unwatch ${id}`]) await ada.command(`/backup-status ${typed}`);
  await stop();
  const logged = logLines.flatMap(({ audit, accounts }) => (audit ? accounts : []));
  expect(logged).toMatchObject(Array(2).fill({ id: '(an e-mail address)' }));
  expect(JSON.stringify(logLines)).not.toContain(id);
});

test('the time limit of an answer counts from the request, including a slow read of names', async () => {
  let nowMs = Date.now();
  const requestedAtMs = nowMs;
  const asked: unknown[] = [];
  const { ada } = await startEdge({
    changeStore: ({ pins }) => ({
      pins: {
        ...pins,
        list(person) {
          nowMs += 2_000;
          return pins.list(person);
        },
      },
    }),
    now: () => nowMs,
    lookup: async (_id, options) => {
      asked.push(options);
      return found();
    },
  });
  await ada.command('/backup-status 1001');
  expect(asked).toEqual([{ askedAtMs: requestedAtMs }]);
});
