import { expect, test } from 'vitest';
import { STATUS_VIEW } from '../../src/slack/lookup/shortcut.ts';
import { limit } from '../support/limit.ts';
import { linesOf, reads, sees, share, textOf } from '../support/people.ts';
import { actNow, FINE, fine, HALF_PROTECTED, inOrder, NO_BACKUP } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const SHORTCUT = 'backup_status';

test('the message shortcut in a thread opens a window with the accounts that the message names', async () => {
  const { ada, bora, slack, logLines } = await startBot();
  const alarm = bora.say('disk full on host 99999');
  const reply = bora.say('is 1001 all right, and 1004? (ticket 4711 of 2026-11-21)', {
    threadTs: alarm.ts,
  });
  const { ack } = await ada.shortcut(SHORTCUT, { messageTs: reply.ts });
  expect(ack).toBe('ok');
  const shown = textOf(await sees(ada, FINE));
  expect(shown).toMatch(inOrder(`1004 · ${NO_BACKUP}`, `1001 · ${FINE}`));
  expect(shown).not.toContain('4711');
  expect([bora.modal(), ada.messages().length]).toEqual([undefined, 2]);
  await expect
    .poll(() => logLines)
    .toContainEqual(
      expect.objectContaining({
        msg: 'answered',
        by: 'shortcut',
        userId: ada.id,
        channelId: slack.channels.oncall.id,
      }),
    );
});

test('the message shortcut shows the account of a shared card, and on a reply below it the accounts that the reply names', async () => {
  const { ada, bora } = await startBot();
  const card = await share(ada, '1004');
  const threadTs = card.ts;
  const shows = async (messageTs: string, text: string) => {
    await bora.shortcut(SHORTCUT, { messageTs });
    await sees(bora, text);
    await bora.closeModal();
  };
  await shows(threadTs, actNow('1004'));
  await shows(bora.say('and 1001?', { threadTs }).ts, fine('1001'));
  // Slack does not send the app the message above a reply.
  await shows(bora.say('what about this one?', { threadTs }).ts, words.shortcut.noneFound);
});

test('the message shortcut reads the beginning of the longest message, and shows a single card without buttons, which could not be answered from a window', async () => {
  const { ada, bora } = await startBot();
  const { ts } = bora.say(`1004 ${'ご確認ください '.repeat(5_000)}`.slice(0, 40_000));
  expect((await ada.shortcut(SHORTCUT, { messageTs: ts })).ack).toBe('ok');
  const shown = await sees(ada, '"header"');
  expect(linesOf(shown)[0]).toBe(`# 🚨 ${actNow('1004')}`);
  expect(shown.blocks.map(({ type }) => type)).not.toContain('actions');
});

test('the message shortcut asks for an account when the message names none, refuses a word that is none, and answers in the same modal', async () => {
  const { ada, bora } = await startBot();
  const { ts } = bora.say('the customer called again, 4711 times');
  await ada.shortcut(SHORTCUT, { messageTs: ts });
  await sees(ada, words.shortcut.noneFound);
  await ada.submit({ [STATUS_VIEW.ids]: 'help' });
  expect(JSON.stringify(ada.modal())).toContain(
    words.command.problem({ kind: 'id-unreadable', typed: 'help' }),
  );
  await ada.submit({ [STATUS_VIEW.ids]: '1001' });
  await sees(ada, fine('1001'));
});

test('the message shortcut opens the modal at once and fills it in later, after the message and after its field', async () => {
  limit({ loading: 1 });
  const { ada, bora, service } = await startBot({ lookup: { inlineWithinMs: 20 } });
  const { ts } = bora.say('1001?');
  const answerMessage = service.hold();
  await ada.shortcut(SHORTCUT, { messageTs: ts });
  await sees(ada, words.command.moment);
  answerMessage();
  await sees(ada, fine('1001'));
  const answerField = service.hold();
  await ada.submit({ [STATUS_VIEW.ids]: '1004' });
  await sees(ada, words.command.moment);
  answerField();
  await sees(ada, actNow('1004'));
});

test('the message shortcut says so when Slack opens no window because the trigger has expired', async () => {
  const { ada, bora, slack } = await startBot();
  slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  await ada.shortcut(SHORTCUT, { messageTs: bora.say('1001?').ts });
  expect(await reads(ada, words.command.notOpened)).toMatchObject({ isEphemeral: true });
});

const ALARM = 'Backup of 1004 failed';

test.each([
  ['the title of an attachment', { attachments: [{ color: 'danger', title: ALARM, fallback: 'an alarm' }] }],
  ['a field of an attachment', { attachments: [{ fields: [{ title: 'Customer', value: '1004' }] }] }],
  [
    'a message that was forwarded',
    { attachments: [{ is_msg_unfurl: true, author_id: 'U1', text: '1004 called' }] },
  ],
  ['a section', { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: ALARM } }] }],
])('the message shortcut finds the account in %s when the text names none', async (_where, beside) => {
  const { ada, bora } = await startBot();
  const shows = async (text: string, shown: string) => {
    await ada.shortcut(SHORTCUT, { messageTs: bora.say(text, beside).ts });
    const card = textOf(await sees(ada, shown));
    await ada.closeModal();
    return card;
  };
  await shows('', actNow('1004'));
  await shows('[FIRING:1] job 48213: please check', actNow('1004'));
  expect(await shows('1001?', fine('1001'))).not.toContain('1004');
});

test('the message shortcut takes no number with a dot for a pinned account', async () => {
  const { ada, bora } = await startBot({ pins: ['1004'] });
  const attachments = [{ title: 'Backup of 1007 failed' }];
  const { ts } = bora.say('srv7, Ubuntu 10.04, 100.4 GB free', { attachments });
  await ada.shortcut(SHORTCUT, { messageTs: ts });
  expect(textOf(await sees(ada, HALF_PROTECTED))).not.toContain('1004');
});

test('the message shortcut looks up known accounts before other numbers, also by name', async () => {
  const { ada, app, bora, store } = await startBot();
  await store.accountList.add([{ id: '1004', name: 'Liman Lojistik' }]);
  await app.reload();
  const { ts } = bora.say(
    `${Array.from({ length: 12 }, (_, at) => `host${at}`).join(' ')}: please check 1004`,
  );
  const card = `Liman Lojistik (1004) · ${NO_BACKUP}`;
  await ada.shortcut(SHORTCUT, { messageTs: ts });
  expect(textOf(await sees(ada, words.shortcut.label))).toContain(card);
  await ada.closeModal();
  await ada.shortcut(SHORTCUT, { messageTs: bora.say('liman lojistik says that it failed again').ts });
  await sees(ada, card);
});
