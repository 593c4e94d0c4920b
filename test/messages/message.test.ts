import { expect, test } from 'vitest';
import { contextLine, header, mrkdwn, pair } from '../../src/slack/kit/blocks.ts';
import { messageOf } from '../../src/slack/kit/message.ts';
import { bold, bullets, line, plain, richText } from '../../src/slack/kit/rich-text.ts';
import { LIMITS } from '../../src/slack/kit/text.ts';

test('the text of a message is what its blocks say, without what is pressed, and names nobody by accident', () => {
  const { text } = messageOf([
    header('🚨 A&B <!channel>'),
    richText(line(bold('one'), plain(' two\nthree')), bullets(line(plain('four')), line(plain('<@U1>')))),
    richText(line(plain('by '), { type: 'user', user_id: 'U2' })),
    {
      type: 'section',
      fields: [pair('Quota', '5 GB'), mrkdwn('*Database*\n<!date^1795000000^{ago}|3 h ago>')],
    },
    contextLine('*Own:* <@U3>'),
    { type: 'divider' },
    { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Share' } }] },
  ]);
  expect(text.split('\n')).toEqual([
    '🚨 A&amp;B &lt;!channel&gt;',
    ...['one two', 'three', 'four', '&lt;@U1&gt;', 'by <@U2>'],
    ...['Quota', '5 GB', 'Database', '3 h ago', 'Own: <@U3>'],
  ]);
});

test('whole lines are kept, as many as Slack takes', () => {
  const { text } = messageOf(Array.from({ length: 40 }, () => richText(line(plain('ş'.repeat(300))))));
  expect(text.length).toBeLessThanOrEqual(LIMITS.messageText);
  expect(Buffer.byteLength(text)).toBeLessThan(LIMITS.messageTextBytes);
  expect(text.split('\n').every((one) => one.length === 300)).toBe(true);
});
