import { describe, expect, test } from 'vitest';
import { drawMessage } from '../../../sandbox/draw/draw-message.ts';
import { drawView } from '../../../sandbox/draw/draw-view.ts';
import { minutesAgo, reader } from './reader.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });
const section = (text: object, more = {}) => ({ type: 'section', text, ...more });
const actions = (...elements: object[]) => ({ type: 'actions', block_id: 'b', elements });
const rich = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const draw = (blocks: object[], more = {}) =>
  drawMessage({ text: 'note', blocks }, { ...reader, exact: true, width: 110, ...more })
    .split('\n')
    .slice(2)
    .join('\n');
const option = { text: plain('Pin'), value: 'pin' };
const confirm = { title: plain('Stop?'), text: mrkdwn('*1001*\nis told no more'), confirm: plain('Stop') };
const stop = { type: 'button', text: plain('Stop'), action_id: 'stop', value: '1001' };
const link = { type: 'button', text: plain('Runbook'), action_id: 'runbook', url: 'https://example.com/a' };
const input = (element: object, more = {}) => ({ type: 'input', label: plain('Id'), element, ...more });
const text = { type: 'plain_text_input', action_id: 'id', placeholder: plain('1001') };
const date = { timestamp: minutesAgo(5), format: '{ago}', fallback: '5 min' };

describe('an exact drawing tells', () => {
  test.each<[string, object, string]>([
    ['of a button', actions(stop), '[ Stop ] (stop, value: 1001)'],
    ['its style', actions({ ...stop, style: 'danger' }), '[ Stop ] (stop, value: 1001, style: danger)'],
    [
      'the question before it',
      actions({ ...stop, confirm }),
      '[ Stop ] (stop, value: 1001, confirm: {title: Stop?, text: *1001* is told no more, confirm: Stop})',
    ],
    ['where it leads', actions(link), '[ Runbook ↗ ] (runbook, url: https://example.com/a)'],
    [
      'of a menu',
      actions({ type: 'overflow', action_id: 'more', options: [option, { ...option, value: 'p' }] }),
      '[ ⋮ Pin=pin · Pin=p ] (more)',
    ],
    [
      'of a closed menu',
      input({ type: 'static_select', action_id: 'one', options: [{ ...option, description: plain('Top') }] }),
      'Id\n‹Choose ▾› (static_select, one, options: Pin=pin {description: Top})',
    ],
    [
      'of choices',
      input({ type: 'radio_buttons', action_id: 'one', options: [option], initial_option: option }),
      'Id\n(•) Pin=pin (radio_buttons, one)',
    ],
    [
      'of a field, and when it is sent',
      input({ ...text, initial_value: '7' }, { dispatch_action: true }),
      'Id\n‹7› (plain_text_input, id, placeholder: 1001, initial_value: 7)\n(dispatch_action: true)',
    ],
    ['of a menu beside a text', section(mrkdwn('a'), { accessory: stop }), 'a\n[ Stop ] (stop, value: 1001)'],
    [
      'of an image',
      { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'chart' },
      '[image: chart]\n(image_url: https://example.com/a.png)',
    ],
    ['emphasis', section(mrkdwn('*a* _b_ ~c~ `d`')), '*a* _b_ ~c~ `d`'],
    [
      'emphasis of rich text',
      rich({ type: 'text', text: 'a', style: { bold: true } }, { type: 'emoji', name: 'x' }),
      '*a*:x:',
    ],
    ['names of emoji', section(plain(':x:')), ':x:'],
    ['links', section(mrkdwn('<https://example.com|a>')), 'a (https://example.com)'],
    [
      'what stands in for a date',
      section(mrkdwn(`<!date^${minutesAgo(5)}^{ago}|5 min>`)),
      '<5 minutes ago|5 min>',
    ],
    ['the same in rich text', rich({ type: 'date', ...date }), '<5 minutes ago|5 min>'],
    ['what Slack may turn into links', section({ ...mrkdwn('a'), verbatim: false }), '(not verbatim) a'],
    ['what is small', { type: 'context', elements: [mrkdwn('a\nb')] }, '┊ a\n┊ b'],
  ])('%s', (_name, block, drawn) => expect(draw([block])).toBe(drawn));

  test('the text of the notification, above the rest', () => {
    const drawn = drawMessage(
      { text: '*a*', blocks: [section(plain('b'))] },
      { ...reader, exact: true, width: 3 },
    );
    expect(drawn).toBe('*a*\n───\nb');
  });

  test('each button in a row of its own', () =>
    expect(draw([actions(stop, link)]).split('\n')).toHaveLength(2));

  test('the names by which a view comes back, and nothing that only Slack adds', () => {
    const view = { callback_id: 'form', private_metadata: 'C1', blocks: [section(plain('a'))] };
    const added = { id: 'V1', hash: '1', state: { values: {} } };
    const all = { ...reader, exact: true, width: 50 };
    expect(drawView({ type: 'home', ...view, ...added }, all)).toBe(
      '(callback_id: form, private_metadata: C1)\na',
    );
    expect(drawView({ type: 'modal', title: plain('T'), ...view, ...added }, all).split('\n')[2]).toBe(
      '│ (callback_id: form, private_metadata: C1)      │',
    );
  });
});

test('the terminal is told none of it', () => {
  expect(drawMessage({ text: 'note', blocks: [actions(stop, link)] }, reader)).toBe('[ Stop ] [ Runbook ↗ ]');
});
