import { describe, expect, test } from 'vitest';
import { said, words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

describe.each(TRANSPORTS)('/backup-status doctor over %s', (transport) => {
  test('how it stands, for the person alone, and nothing secret', async () => {
    const { ada, bora, service, logLines } = await startBot({ transport });
    await ada.command('/backup-status 1001');
    const { ack, message } = await ada.command('/backup-status doctor');
    expect({ ack, isEphemeral: message?.isEphemeral }).toEqual({ ack: 'ok', isEphemeral: true });
    expect(message?.text).toMatch(
      said({ en: /^✅ The service is ready for look-ups\.\n/, tr: /^✅ Servis sorgulara hazır\.\n/ }),
    );
    expect(message?.text).toMatch(
      said({
        en: /^Connection to the service’s host: opened in \d+ ms, no request sent$/m,
        tr: /^Servisin sunucusuna bağlantı: \d+ ms içinde açıldı, istek gönderilmedi$/m,
      }),
    );
    expect(message?.text).toMatch(
      said({
        en: /^Signed in, for another \d+ (min|h)$/m,
        tr: /^Oturum açık, kalan süre \d+ (dk|saat)$/m,
      }),
    );
    expect(message?.text).toMatch(
      said({
        en: /^Last answer about an account: just now$/m,
        tr: /^Bir hesap hakkında son yanıt: az önce$/m,
      }),
    );
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
    expect(message?.text).toContain(
      said({
        en: 'You have looked up 2 accounts in the last minute.',
        tr: 'Son bir dakikada 2 hesap sorguladınız.',
      }),
    );
    expect((await bora.command('/backup-status doctor')).message?.text).toContain('BACKUP_STALE_AFTER_HOURS');
  });

  test('a service that refuses the sign-in, and one that is gone', async () => {
    let nowMs = Date.now();
    const now = () => nowMs;
    const { ada, service } = await startBot({ transport, now, backupService: { password: 'wrong' } });
    const refused = await ada.command('/backup-status doctor');
    expect(refused.message?.text).toContain(
      said({
        en: '🚨 Not signed in. This app cannot sign in to the service.',
        tr: '🚨 Oturum açık değil. Bu uygulama serviste oturum açamıyor.',
      }),
    );
    expect(refused.message?.text).toContain(words.checkUp.noneAnswered);
    await service.close();
    nowMs += 5_000;
    const gone = await ada.command('/backup-status doctor');
    expect(gone.message?.text).toContain(
      said({
        en: 'No connection to the service’s host: ECONNREFUSED',
        tr: 'Servisin sunucusuna bağlanılamıyor: ECONNREFUSED',
      }),
    );
  });

  test('a service that hangs does not keep Slack waiting', async () => {
    const { ada, service } = await startBot({ transport });
    service.addFault({ kind: 'hang' });
    service.revokeTokens();
    const { ack, message } = await ada.command('/backup-status doctor');
    expect(ack).toBe('ok');
    expect(message?.text).toMatch(said({ en: /opened in \d+ ms/, tr: /ms içinde açıldı/ }));
  });

  test('says first that look-ups fail, and when the next one is tried, while a connection still opens', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 500 } });
    await ada.command('/backup-status 1001');
    service.addFault({ kind: 'status', status: 503 }, { operation: 'general-info' });
    await ada.command('/backup-status 1002 1003 1004 1005 1006');
    const { message } = await ada.command('/backup-status doctor');
    const [first = '', ...others] = message?.text.split('\n') ?? [];
    expect(first).toMatch(
      said({
        en: /^🚨 Look-ups have been failing since .+ UTC\. The service reports an internal error\. Try again in \d+ s\.$/,
        tr: /^🚨 Sorgular başarısız oluyor \(başlangıç: .+ UTC\)\. Servis bir iç hata bildiriyor\. \d+ sn sonra yeniden deneyin\.$/,
      }),
    );
    expect(others.join('\n')).not.toMatch(/✅|🚨/u);
    service.clearFaults();
  });
});
