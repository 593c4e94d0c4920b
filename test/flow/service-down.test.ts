import { describe, expect, test } from 'vitest';
import { FINE, NOT_CHECKED } from '../support/phrases.ts';
import { said, words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';
import { withoutJitter } from '../support/without-jitter.ts';

describe.each(TRANSPORTS)('the service is down, over %s', (transport) => {
  test('without an earlier answer the person hears why, and what to do', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 300 } });
    await service.close();
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text).toMatch(
      said({
        en: /^1001 · Could not be checked\. The service (cannot be reached|did not answer in time)\. Try again in .+\.$/,
        tr: /^1001 · Sorgulanamadı\. (Servise ulaşılamıyor|Servis zamanında yanıt vermedi)\. .+ sonra yeniden deneyin\.$/,
      }),
    );
  });

  test('with an earlier answer they get it, saying how old it is and why', async () => {
    let nowMs = Date.now();
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 1_200 }, now: () => nowMs });
    await ada.command('/backup-status 1001');
    await service.close();
    withoutJitter(); // Asked again once; a third attempt does not fit.
    nowMs += 12 * 60_000;
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text).toMatch(
      said({
        en: /Backups are fine.*\nThe service cannot be reached\. This is what the service said 12 min ago\./,
        tr: /Yedekler yolunda.*\nServise ulaşılamıyor\. Gösterilen yanıt 12 dk önce alındı\./,
      }),
    );
  });

  test('in a list those that have an earlier answer show it, the others say so', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 1_500, freshForMs: 0 } });
    await ada.command('/backup-status 1001');
    await service.close();
    const { message } = await ada.command('/backup-status 1001 1004');
    expect(message?.text).toContain(`1004 · ${NOT_CHECKED}`);
    expect(message?.text).toMatch(new RegExp(`1001 · .*${FINE}`));
  });

  test('an answer that is past its budget is a clear failure, never silence', async () => {
    const { ada, service } = await startBot({ transport, lookup: { inlineWithinMs: 20, budgetMs: 200 } });
    service.addFault({ kind: 'hang' });
    await ada.command('/backup-status 1001');
    const failure = await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(NOT_CHECKED)));
    expect(failure.text).toContain(words.failure.unavailable.timeout(undefined).what);
  });
});
