import { describe, expect, test } from 'vitest';
import { inOrder, toldWaitMs, usedUp, withAnyNumber } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { overBoth, TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

const { unavailable } = words.failure;

describe.each(TRANSPORTS)('/backup-status doctor over %s', (transport) => {
  test('how it stands, for the person alone, and nothing secret', async () => {
    // A clock that stands still: a slow machine takes nothing from the hour of the token.
    const nowMs = Date.now();
    const { ada, bora, service, logLines } = await startBot({ transport, now: () => nowMs });
    await ada.command('/backup-status 1001');
    const { ack, message } = await ada.command('/backup-status doctor');
    expect({ ack, isEphemeral: message?.isEphemeral }).toEqual({ ack: 'ok', isEphemeral: true });
    expect(message?.text.split('\n')[0]).toBe(`✅ ${words.checkUp.well}`);
    expect(message?.text).toMatch(withAnyNumber(words.checkUp.opened));
    expect(message?.text).toMatch(
      withAnyNumber((hours) => words.checkUp.signedIn(words.time.duration(hours * 3_600_000))),
    );
    expect(message?.text).toContain(words.checkUp.lastAnswer(words.time.ago(0)));
    expect(message?.text).toContain('BACKUP_STALE_AFTER_HOURS');
    const shown = JSON.stringify(message);
    for (const secret of [service.password, service.username, service.url])
      expect(shown).not.toContain(secret);
    expect(bora.messages()).toEqual([]);
    expect(logLines).toContainEqual(expect.objectContaining({ msg: 'answered', said: 'doctor' }));
    expect(service.counts.generalInfos).toBe(1);
  });

  test('counts as a look-up against what one person may ask for in a minute', async () => {
    const { ada, bora } = await startBot({ transport, lookup: { lookupsPerMinute: 2 } });
    await ada.command('/backup-status 1001');
    expect((await ada.command('/backup-status doctor')).message?.text).toContain('BACKUP_STALE_AFTER_HOURS');
    const { message } = await ada.command('/backup-status doctor');
    expect(message?.text).toContain(usedUp(2).what);
    expect((await bora.command('/backup-status doctor')).message?.text).toContain('BACKUP_STALE_AFTER_HOURS');
  });

  test('a service that refuses the sign-in, and one that is gone', async () => {
    let nowMs = Date.now();
    const now = () => nowMs;
    const { ada, service } = await startBot({ transport, now, backupService: { password: 'wrong' } });
    const refused = await ada.command('/backup-status doctor');
    expect(refused.message?.text).toContain(
      `🔌 ${words.checkUp.notSignedIn} ${unavailable['login-rejected'](undefined).what}`,
    );
    expect(refused.message?.text).toContain(words.checkUp.noneAnswered);
    await service.close();
    nowMs += 5_000;
    const gone = await ada.command('/backup-status doctor');
    expect(gone.message?.text).toContain(words.checkUp.notOpened('ECONNREFUSED'));
  });

  test('says first that look-ups fail, and when the next one is tried, while a connection still opens', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 500 } });
    await ada.command('/backup-status 1001');
    service.addFault({ kind: 'status', status: 503 }, { operation: 'general-info' });
    await ada.command('/backup-status 1002 1003 1004 1005 1006');
    const { message } = await ada.command('/backup-status doctor');
    const [first = '', ...others] = message?.text.split('\n') ?? [];
    const [before = '', after = ''] = words.checkUp.failing('|').split('|');
    const why = unavailable['server-error'](undefined).what;
    expect(first).toMatch(inOrder(`🔌 ${before}`, ` UTC${after} ${why}`));
    expect(toldWaitMs(first)).toBeLessThan(60_000);
    expect(others.join('\n')).not.toMatch(/✅|🔌/u);
    service.clearFaults();
  });
});

// Seconds of waiting each: over both transports at once.
describe('/backup-status doctor while the service hangs', () => {
  test(
    'a service that hangs does not keep Slack waiting',
    overBoth(async (transport) => {
      const { ada, service } = await startBot({ transport });
      service.addFault({ kind: 'hang' });
      service.revokeTokens();
      const { ack, message } = await ada.command('/backup-status doctor');
      expect(ack).toBe('ok');
      expect(message?.text).toMatch(withAnyNumber(words.checkUp.opened));
    }),
  );
});
