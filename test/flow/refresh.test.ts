import { expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { reads, share } from '../support/people.ts';
import { FINE, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { DOWN, startBot } from '../support/start-bot.ts';

test('refreshing changes a private card in place, with new figures', async () => {
  const { ada, service, clock } = await startBot({ standsAtMs: Date.now() });
  const { message } = await ada.command('/backup-status 1001');
  clock.advance(5_000);
  const { ack } = await ada.press({ actionId: ACTIONS.refresh });
  expect(ack).toBe('ok');
  const refreshed = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  expect(refreshed).toMatchObject({ ts: message?.ts, isEphemeral: true });
  expect(ada.messages()).toHaveLength(1);
  expect(service.counts.generalInfos).toBe(2);
});

test('refreshing keeps a shared card when the account is gone, and says so only to the person who pressed', async () => {
  const { ada, bora, service } = await startBot();
  const message = await share(ada, '1001');
  service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
  await bora.press({ actionId: ACTIONS.refresh });
  const told = await bora.waitFor(() => bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(told.text).toContain(`🔍 1001 · ${NOT_FOUND}\n`);
  expect(ada.messages().find(({ ts }) => ts === message?.ts)?.isEdited).toBe(false);
});

test.each(['Refresh', 'Pin'])(
  '%s keeps the figures of a private card when no earlier answer is kept',
  async (what) => {
    const { ada, service } = await startBot({ lookup: { lastAnswerMaxAgeMs: 1, freshForMs: 1 } });
    const { message } = await ada.command('/backup-status 1001');
    service.addFault(DOWN);
    const press =
      what === 'Pin' ? { actionId: ACTIONS.more, value: MORE.pin } : { actionId: ACTIONS.refresh };
    await ada.press(press);
    await reads(ada, words.failure.unavailable['no-answer']().what);
    expect(ada.messages().find(({ ts }) => ts === message?.ts)).toMatchObject({ isEdited: false });
  },
);

test('refreshing keeps the figures of the card below a line about the failure while the service hangs', async () => {
  const { ada, service } = await startBot({ lookup: { budgetMs: 1_500 } });
  await ada.command('/backup-status 1001');
  service.addFault({ kind: 'hang' });
  await ada.press({ actionId: ACTIONS.refresh });
  const refreshed = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  const { what, next } = words.failure.unavailable['no-answer']();
  expect(refreshed.text).toMatch(new RegExp(`${what}\\n.*${FINE}.*\\n${next}`));
  expect(JSON.stringify(refreshed.blocks)).toContain(words.buttons.refresh);
});
