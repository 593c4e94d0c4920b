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
      said({ en: /^✅ Service reached in \d+ ms$/m, tr: /^✅ Servise \d+ ms içinde ulaşıldı$/m }),
    );
    expect(message?.text).toMatch(
      said({
        en: /^✅ Signed in, for another \d+ (min|h)$/m,
        tr: /^✅ Oturum açık, kalan süre \d+ (dk|saat)$/m,
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

  test('a service that refuses the sign-in, and one that is gone', async () => {
    const { ada, service } = await startBot({ transport, backupService: { password: 'wrong' } });
    const refused = await ada.command('/backup-status doctor');
    expect(refused.message?.text).toContain(
      said({
        en: 'Not signed in. This app cannot sign in to the service.',
        tr: 'Oturum açık değil. Bu uygulama serviste oturum açamıyor.',
      }),
    );
    expect(refused.message?.text).toContain(words.checkUp.noneRead);
    await service.close();
    const gone = await ada.command('/backup-status doctor');
    expect(gone.message?.text).toContain(
      said({
        en: 'Service cannot be reached: ECONNREFUSED',
        tr: 'Servise ulaşılamıyor: ECONNREFUSED',
      }),
    );
  });

  test('a service that hangs does not keep Slack waiting', async () => {
    const { ada, service } = await startBot({ transport });
    service.addFault({ kind: 'hang' });
    service.revokeTokens();
    const { ack, message } = await ada.command('/backup-status doctor');
    expect(ack).toBe('ok');
    expect(message?.text).toMatch(said({ en: /Service reached in/, tr: /ms içinde ulaşıldı/ }));
  });
});
