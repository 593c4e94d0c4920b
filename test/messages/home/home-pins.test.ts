import { describe, expect, it } from 'vitest';
import { decodeAccountAction } from '../../../src/slack/card/account-action.ts';
import { FINE } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { ACT, home, homeLines, lead, pinned } from '../home.ts';
import { FINE_ROW } from '../rows.ts';
import { found } from '../samples.ts';

describe('a pin', () => {
  it('has a menu beside each pin that says which account it is for', () => {
    const [section] = home({ pins: [ACT] }).blocks.filter(({ type }) => type === 'section');
    expect(section).toMatchObject({
      block_id: 'pin::1004',
      accessory: {
        type: 'overflow',
        action_id: 'home_more',
        options: ['open', 'refresh', 'name', 'unpin', 'history'].map((value) => ({ value })),
      },
    });
  });
});

describe('more pins than fit', () => {
  const pins = Array.from({ length: 50 }, (_, at) => pinned(found({ id: String(2000 + at) })));
  const page = (page: number, of = pins) => {
    const view = home({ pins: of, page });
    const ids = view.blocks.flatMap(({ block_id }) => decodeAccountAction(block_id ?? '')?.id ?? []);
    const buttons = view.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
    return {
      shown: [ids[0], ids.at(-1), ids.length],
      range: drawn(view.blocks).find((line) => line.includes('–')),
      leads: buttons.flatMap((button) =>
        'value' in button && /previous|next/.test(button.action_id ?? '')
          ? [`${button.action_id} ${button.value}`]
          : [],
      ),
      metadata: view.private_metadata,
    };
  };

  it('are shown a page at a time, with counts and the way on', () => {
    expect(page(0)).toEqual({
      shown: ['2000', '2019', 20],
      range: `~ ${words.home.range(1, 20, 50)}`,
      leads: ['home_next 1'],
      metadata: '0',
    });
    expect(page(1)).toMatchObject({
      range: `~ ${words.home.range(21, 40, 50)}`,
      leads: ['home_previous 0', 'home_next 2'],
    });
    expect(page(2)).toMatchObject({ shown: ['2040', '2049', 10], leads: ['home_previous 1'] });
  });

  it.each([
    [3, '2'],
    [1e9, '2'],
    [-1, '0'],
    [Number.NaN, '0'],
    [0.5, '0'],
  ])('page %d shows the nearest there is', (wanted, shown) => {
    expect(page(wanted).metadata).toBe(shown);
  });

  it('whose last page is full have no page after it', () => {
    expect(page(2, pins.slice(0, 40)).metadata).toBe('1');
  });

  it('twenty need no pages', () => {
    expect(page(0, pins.slice(0, 20))).toMatchObject({ shown: ['2000', '2019', 20], leads: [] });
    expect(page(0, pins.slice(0, 21))).toMatchObject({ shown: ['2000', '2019', 20], leads: ['home_next 1'] });
  });

  it('count all of them in the first line, whatever page is shown', () => {
    expect(homeLines({ pins: [...pins.slice(1), ACT], page: 2 })[0]).toBe(`# 🚨 ${lead('critical', 1, 50)}`);
  });
});

describe('hostile names and ids', () => {
  it('stand beside a pin as characters, without weight where markup would read them', () => {
    const [section] = home({ pins: [pinned(found(), '*x* <!channel>')] }).blocks.filter(
      ({ type }) => type === 'section',
    );
    expect(section).toMatchObject({
      text: {
        type: 'plain_text',
        text: `✅ *x* <!channel> (1001) · ${FINE}\n${FINE_ROW.numbers}`,
      },
    });
  });

  it('a status that reads as markup does the same', () => {
    const outcome = found({ status: { kind: 'unknown', sent: '`:fire:`' } });
    const [section] = home({ pins: [pinned(outcome)] }).blocks.filter(({ type }) => type === 'section');
    expect(section).toMatchObject({ text: { type: 'plain_text', emoji: false } });
  });

  it('are cut, and keep the end of the id', () => {
    const outcome = { ...found(), id: `${'9'.repeat(100)}77` };
    const [line] = homeLines({ pins: [pinned(outcome, 'x'.repeat(500))] }).filter((text) =>
      text.startsWith('✅ *'),
    );
    const id = `${'9'.repeat(11)}…${'9'.repeat(10)}77`;
    expect(line).toContain(`✅ *${'x'.repeat(39)}… (${id}) · ${FINE}*`);
  });

  it('has no menu beside a pin whose id cannot come back with a press', () => {
    const [section] = home({ pins: [pinned({ ...found(), id: 'x'.repeat(300) })] }).blocks.filter(
      ({ type }) => type === 'section',
    );
    expect(section).not.toHaveProperty('accessory');
  });
});
