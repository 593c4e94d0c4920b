import { describe, expect, test } from 'vitest';
import { FINE, inOrder, NOT_CHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { withoutJitter } from '../support/without-jitter.ts';

describe('the service is down', () => {
  const transport = 'socket';
  test('without an earlier answer the person hears why, and what to do', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 300 } });
    await service.close();
    const { message } = await ada.command('/backup-status 1001');
    const { title, what, next } = words.failure.unavailable['no-answer'](undefined);
    expect(message?.text).toBe(`❔ 1001 · ${title}\n${what}\n${next}`);
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
      inOrder(
        `❔ 1001 · ${NOT_CHECKED}`,
        words.card.was('✅', FINE),
        words.time.ago(12 * 60_000),
        words.failure.unavailable['no-answer'](undefined).what,
      ),
    );
  });

  test('in a list those that have an earlier answer show it, the others say so', async () => {
    const { ada, service } = await startBot({ transport, lookup: { budgetMs: 1_500, freshForMs: 0 } });
    await ada.command('/backup-status 1001');
    await service.close();
    const { message } = await ada.command('/backup-status 1001 1004');
    expect(message?.text).toContain(`1004 · ${NOT_CHECKED}`);
    expect(JSON.stringify(message?.blocks)).toMatch(
      inOrder(`1001 · ${NOT_CHECKED}`, words.card.was('✅', FINE)),
    );
  });

  test('an answer that is past its budget is a clear failure, never silence', async () => {
    const { ada, service } = await startBot({ transport, lookup: { inlineWithinMs: 20, budgetMs: 200 } });
    service.addFault({ kind: 'hang' });
    await ada.command('/backup-status 1001');
    const failure = await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(NOT_CHECKED)));
    expect(failure.text).toContain(words.failure.unavailable['no-answer'](undefined).what);
  });
});
