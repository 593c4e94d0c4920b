import { describe, expect, test } from 'vitest';
import { drawable } from '../../../../../sandbox/page/client/block-kit/drawable.ts';

const mrkdwn = (text: string, more: object = {}) => ({ type: 'mrkdwn', text, ...more });

describe('what the renderer would draw otherwise than Slack', () => {
  test('`verbatim` comes off formatted text, for it would take all formatting with it', () => {
    expect(drawable(mrkdwn('*bold*', { verbatim: true }))).toEqual(mrkdwn('*bold*'));
  });

  test('plain text is told to stay as it is', () => {
    expect(drawable({ type: 'plain_text', text: '*not bold*', emoji: true })).toEqual({
      type: 'plain_text',
      text: '*not bold*',
      emoji: true,
      verbatim: true,
    });
  });

  test.each([
    ['&lt;!channel&gt;', '&#60;!channel&#62;'],
    ['at 12:30:45 sharp', 'at 12&#58;30&#58;45 sharp'],
    [':warning: 5 h', ':warning: 5 h'],
    ['`12:30 &lt;b&gt;`', '`12:30 &lt;b&gt;`'],
    ['<!date^1^{date} at {time}|12:30>', '<!date^1^{date} at {time}|12:30>'],
  ])('%s becomes %s', (text, drawn) => {
    expect(drawable(mrkdwn(text))).toEqual(mrkdwn(drawn));
  });

  test('ids are left out at every depth, and nothing else is', () => {
    const block = {
      type: 'section',
      block_id: 'b',
      fields: [mrkdwn('a', { verbatim: true })],
      accessory: { type: 'button', action_id: 'x', value: '1' },
    };
    expect(drawable([block])).toEqual([
      { type: 'section', fields: [mrkdwn('a')], accessory: { type: 'button', value: '1' } },
    ]);
    expect(block.block_id).toBe('b');
  });
});
