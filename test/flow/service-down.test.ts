import { describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

describe.each(TRANSPORTS)('the service is down, over %s', (transport) => {
  test('without an earlier answer the person hears why, and what to do', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 300 } });
    await service.close();
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text).toMatch(/^1001 · Could not be checked\. The service .*Try again/);
  });

  test('with an earlier answer they get it, saying how old it is and why', async () => {
    let nowMs = Date.now();
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 300 }, now: () => nowMs });
    await ada.command('/backup-status 1001');
    await service.close();
    nowMs += 12 * 60_000;
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text).toMatch(/Backups are fine.*\n.*cannot be reached.*12 min/);
  });

  test('in a list those that have an earlier answer show it, the others say so', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 300, freshForMs: 0 } });
    await ada.command('/backup-status 1001');
    await service.close();
    const { message } = await ada.command('/backup-status 1001 1004');
    expect(message?.text).toMatch(/1004 · Could not be checked/);
    expect(message?.text).toMatch(/1001 · .*Backups are fine/);
  });

  test('an answer that is past its budget is a clear failure, never silence', async () => {
    const { ada, service } = await startBot({ transport, lookup: { inlineWithinMs: 20, budgetMs: 200 } });
    service.addFault({ kind: 'hang' });
    await ada.command('/backup-status 1001');
    const failure = await ada.waitFor(() =>
      ada.messages().find(({ text }) => text.includes('Could not be checked')),
    );
    expect(failure.text).toContain('did not answer in time');
  });
});
