import { describe, expect, test } from 'vitest';
import { drawView } from '../../../sandbox/draw/draw-view.ts';
import { bold, dim, reader } from './reader.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const lookup = {
  type: 'input',
  label: plain('Find an account'),
  hint: plain('Enter sends it'),
  element: { type: 'plain_text_input', placeholder: plain('id, e.g. 1001') },
};

describe('the Home tab', () => {
  const home = {
    type: 'home',
    blocks: [
      lookup,
      { type: 'divider' },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '🚨 *1004 · no backup*\n⚪ Offline' },
        accessory: {
          type: 'overflow',
          options: [
            { text: plain('Open'), value: 'o' },
            { text: plain('Unpin'), value: 'u' },
          ],
        },
      },
    ],
  };

  test('is drawn without a frame, menus at the right', () => {
    expect(drawView(home, { ...reader, width: 48 })).toBe(
      [
        'Find an account',
        '‹id, e.g. 1001›',
        'Enter sends it',
        '────────────────────────────────────────────────',
        '🚨 1004 · no backup           [ ⋮ Open · Unpin ]',
        '⚪ Offline',
      ].join('\n'),
    );
  });

  test('puts a menu under its text where the row is too short', () => {
    expect(drawView({ type: 'home', blocks: home.blocks.slice(2) }, { ...reader, width: 30 })).toBe(
      ['🚨 1004 · no backup', '⚪ Offline', '[ ⋮ Open · Unpin ]'].join('\n'),
    );
  });
});

describe('a modal', () => {
  const details = {
    type: 'modal',
    title: plain('Account 1001'),
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Every *field* as it was sent' } }],
  };

  test('stands in a frame with its title and a way out', () => {
    expect(drawView(details, { ...reader, width: 30 })).toBe(
      [
        '┌────────────────────────────┐',
        '│ Account 1001               │',
        '├────────────────────────────┤',
        '│ Every field as it was sent │',
        '├────────────────────────────┤',
        '│                  [ Close ] │',
        '└────────────────────────────┘',
      ].join('\n'),
    );
  });

  test('has both buttons when it can be submitted, under the names it gives them', () => {
    const lastRow = (view: object) =>
      drawView(view, { ...reader, width: 40 })
        .split('\n')
        .at(-2);
    const asking = { ...details, blocks: [lookup] };
    expect(lastRow({ ...asking, submit: plain('Save') })).toBe('│                  [ Cancel ] [ Save ] │');
    expect(lastRow({ ...asking, submit: plain('Save'), close: plain('Back') })).toBe(
      '│                    [ Back ] [ Save ] │',
    );
  });

  test('has a dim frame and a bold title where the terminal has colours', () => {
    const rows = drawView(details, { ...reader, width: 30, color: true }).split('\n');
    expect(rows[0]).toBe(dim('┌────────────────────────────┐'));
    expect(rows[1]).toBe(`${dim('│ ')}${bold('Account 1001')}              ${dim(' │')}`);
    expect(rows[3]).toBe(`${dim('│ ')}Every ${bold('field')} as it was sent${dim(' │')}`);
  });

  test('keeps its frame straight around emoji and long words', () => {
    const blocks = [{ type: 'section', text: plain(`⚠️ ${'x'.repeat(29)} 🟢`) }];
    expect(
      drawView({ ...details, blocks }, { ...reader, width: 20 })
        .split('\n')
        .slice(3, 6),
    ).toEqual(['│ ⚠️               │', '│ xxxxxxxxxxxxxxxx │', '│ xxxxxxxxxxxxx 🟢 │']);
  });
});
