import { describe, expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { limit } from '../support/limit.ts';
import { AS_SENT } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { share } from '../support/share.ts';
import { startBot } from '../support/start-bot.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };

describe('details', () => {
  const transport = 'socket';
  test('open at once when the answer is there, with everything the service sent', async () => {
    const { ada, slack, service } = await startBot({ transport });
    await ada.command('/backup-status 1001');
    await ada.press(DETAILS);
    const modal = await ada.waitFor(() => ada.modal());
    expect(JSON.stringify(modal.blocks)).toMatch(/çevrimiçi.*500 GB/);
    expect(service.counts.generalInfos).toBe(1);
    expect(slack.traffic.flatMap((one) => (one.kind === 'api' ? [one.method] : []))).not.toContain(
      'views.update',
    );
  });

  test('open before the answer is there, and fill in when it comes', async () => {
    limit({ loading: 1 });
    const { ada, service } = await startBot({ transport, lookup: { freshForMs: 0 } });
    await ada.command('/backup-status 1001');
    const release = service.hold();
    await ada.press(DETAILS);
    const loading = await ada.waitFor(() => ada.modal());
    expect(JSON.stringify(loading.blocks)).not.toContain('çevrimiçi');
    release();
    const filled = await ada.waitFor(() => {
      const modal = ada.modal();
      return modal && JSON.stringify(modal.blocks).includes('çevrimiçi') ? modal : undefined;
    });
    expect(filled.id).toBe(loading.id);
  });

  test('closed before the answer came: no harm done', async () => {
    limit({ loading: 1 });
    const { ada, service, logLines } = await startBot({ transport, lookup: { freshForMs: 0 } });
    await ada.command('/backup-status 1001');
    const release = service.hold();
    await ada.press(DETAILS);
    await ada.waitFor(() => ada.modal());
    await ada.closeModal();
    release();
    await expect.poll(() => logLines.filter(({ by }) => by === 'details')).toHaveLength(1);
    expect(logLines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  test('too late for Slack to open anything: the details come as a private message', async () => {
    const { ada, slack, logLines } = await startBot({ transport });
    await ada.command('/backup-status 1001');
    slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
    await ada.press(DETAILS);
    const told = await ada.waitFor(() =>
      ada.messages().find(({ text }) => text.includes(words.command.insteadOfWindow)),
    );
    expect(told.isEphemeral).toBe(true);
    expect(JSON.stringify(told.blocks)).toContain(AS_SENT);
    expect(ada.messages()).toHaveLength(2);
    await expect
      .poll(() => logLines.filter(({ by }) => by === 'details'))
      .toMatchObject([{ delivery: 'deferred' }]);
  });

  test('from a shared card only the person who asks sees them', async () => {
    const { ada, bora } = await startBot({ transport });
    await share(ada, '1001');
    await bora.press(DETAILS);
    const modal = await bora.waitFor(() => bora.modal());
    expect(JSON.stringify(modal.blocks)).toContain('musteri.example');
    expect(ada.modal()).toBeUndefined();
  });
});
