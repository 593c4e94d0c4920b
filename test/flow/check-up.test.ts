import { describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

describe.each(TRANSPORTS)('/backup-status doctor over %s', (transport) => {
  test('how it stands, for the person alone, and nothing secret', async () => {
    const { ada, bora, service, logLines } = await startBot({ transport });
    await ada.command('/backup-status 1001');
    const { ack, message } = await ada.command('/backup-status doctor');
    expect({ ack, isEphemeral: message?.isEphemeral }).toEqual({ ack: 'ok', isEphemeral: true });
    expect(message?.text).toMatch(/Service reached in \d+ ms/);
    expect(message?.text).toMatch(/Signed in, for another \d/);
    expect(message?.text).toMatch(/Last answer about an account: /);
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
    expect(refused.message?.text).toContain('Not signed in. This app cannot sign in to the service.');
    expect(refused.message?.text).toContain('No answer about an account since this app started');
    await service.close();
    const gone = await ada.command('/backup-status doctor');
    expect(gone.message?.text).toContain('Service cannot be reached: ECONNREFUSED');
  });

  test('a service that hangs does not keep Slack waiting', async () => {
    const { ada, service } = await startBot({ transport });
    service.addFault({ kind: 'hang' });
    service.revokeTokens();
    const { ack, message } = await ada.command('/backup-status doctor');
    expect(ack).toBe('ok');
    expect(message?.text).toContain('Service reached');
  });
});
