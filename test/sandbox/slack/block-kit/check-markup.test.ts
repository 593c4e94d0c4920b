import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../../sandbox/slack/block-kit/validate.ts';
import { inMessage, messagesOf, section } from './examples.ts';

const mrkdwn = (text: string, verbatim = true) => section({ text: { type: 'mrkdwn', text, verbatim } });
const rich = (element: unknown) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [element] }],
});

describe('dates', () => {
  test.each([
    '<!date^1795219200^{ago}|2 h ago>',
    '<!date^1795219200^{date_short_pretty} {time}|21 Nov 02:40 UTC>',
    '<!date^0^{date_num} {date} {date_short} {date_long} {date_pretty} {date_long_pretty} {time_secs}|then>',
    '<!date^1795219200^at {time}^https://example.com/a|02:40>',
    'said &lt;!date^nonsense',
  ])('%s is taken', (text) => {
    expect(inMessage(mrkdwn(text))).toEqual([]);
    expect(validateMessage({ text })).toEqual([]);
  });

  test.each([
    ['<!date^1795219200.5^{ago}|x>', 'a date needs whole Unix seconds'],
    ['<!date^1795219200000^{ago}|x>', 'a date needs whole Unix seconds'],
    ['<!date^soon^{ago}|x>', 'a date needs whole Unix seconds'],
    ['<!date^^{ago}|x>', 'a date needs whole Unix seconds'],
    ['<!date^1795219200^{ago}>', 'a date needs a fallback text'],
    ['<!date^1795219200^{ago}| >', 'a date needs a fallback text'],
    ['<!date^1795219200^{when}|x>', 'unknown date token {when}'],
    ['<!date^1795219200^{day_divider_pretty}|x>', 'unknown date token {day_divider_pretty}'],
    ['<!date^1795219200^today|x>', 'a date format needs a token such as {date_num}'],
    ['<!date^1795219200^|x>', 'a date format needs a token such as {date_num}'],
    ['<!date^1795219200^{ago} {time|x>', 'a date token is not closed'],
    ['<!date^1795219200^{ago}^somewhere|x>', 'a date needs a valid link, or none'],
    ['<!date^1795219200^{ago}^https://a.b^c|x>', 'a date reads <!date^seconds^format^link|fallback>'],
    ['<!date:1795219200^{ago}|x>', 'a date reads <!date^seconds^format^link|fallback>'],
    ['<!date^1795219200^{ago}|x', 'a date is not closed by >'],
  ])('%s is refused', (text, fault) => {
    expect(inMessage(mrkdwn(`a ${text}`))).toEqual([
      {
        code: 'invalid_date_token',
        pointer: '/blocks/0/text/text',
        message: `invalid date: ${fault} [json-pointer:/blocks/0/text/text]`,
      },
    ]);
    expect(validateMessage({ text }).map(({ code }) => code)).toEqual(['invalid_date_token']);
  });

  test('every date of a text is looked at', () => {
    const said = messagesOf(inMessage(mrkdwn('<!date^1^{ago}|a> <!date^x^{ago}|b> <!date^2^{no}|c>')));
    expect(said).toEqual([
      'invalid date: a date needs whole Unix seconds',
      'invalid date: unknown date token {no}',
    ]);
  });

  test('a rich text date with an unknown token is refused', () => {
    const problems = inMessage(rich({ type: 'date', timestamp: 1795219200, format: '{when}' }));
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['invalid_date_token', '/blocks/0/elements/0/elements/0/format'],
    ]);
  });
});

describe('mentions that wake more than one person', () => {
  const codes = (...blocks: unknown[]) => inMessage(...blocks).map(({ code }) => code);

  test.each([
    '<!channel>',
    '<!here>',
    '<!everyone>',
    '<!HERE|here>',
    '<!subteam^S123>',
    '<!subteam^S1|@ops>',
  ])('%s is refused in mrkdwn, verbatim or not, and in the top-level text', (mention) => {
    expect(codes(mrkdwn(`hello ${mention}`))).toEqual(['would_ping']);
    expect(codes(mrkdwn(`hello ${mention}`, false))).toEqual(['would_ping']);
    expect(validateMessage({ text: `hello ${mention}` }).map(({ code }) => code)).toEqual(['would_ping']);
  });

  test.each(['@here', 'hi @channel!', '(@everyone)', '@Here'])(
    '%s is refused only where Slack would link it',
    (mention) => {
      expect(codes(mrkdwn(mention, false))).toEqual(['would_ping']);
      expect(codes(mrkdwn(mention))).toEqual([]);
      expect(codes(section({ text: { type: 'plain_text', text: mention } }))).toEqual([]);
      expect(validateMessage({ text: mention })).toEqual([]);
    },
  );

  test.each(['someone@here.example', 'ops@channel', '@hereby', '&lt;!channel&gt;', '<@U123>', '<#C123|ops>'])(
    '%s wakes nobody else',
    (text) => expect(codes(mrkdwn(text, false))).toEqual([]),
  );

  test.each([
    ['mrkdwn without verbatim', section({ text: { type: 'mrkdwn', text: '@here' } })],
    ['a field', section({ fields: [{ type: 'mrkdwn', text: '<!here>', verbatim: true }] })],
    ['a context', { type: 'context', elements: [{ type: 'mrkdwn', text: '<!here>', verbatim: true }] }],
    ['a markdown block', { type: 'markdown', text: '@channel' }],
    ['a broadcast in rich text', rich({ type: 'broadcast', range: 'here' })],
    ['a group in rich text', rich({ type: 'usergroup', usergroup_id: 'S1' })],
  ])('%s is looked at', (_name, block) => expect(codes(block)).toEqual(['would_ping']));

  test('any text is safe once escaped and verbatim', () => {
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const hostile = fc.array(fc.constantFrom('<!channel>', '@here', '<!date^', '|', '&', '>', 'x', '\n'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(hostile, (parts) => {
        expect(inMessage(mrkdwn(escaped(parts.join(''))))).toEqual([]);
      }),
    );
  });
});
