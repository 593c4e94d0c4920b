import { describe, expect, test } from 'vitest';
import { actions, button, divider, inHome, inMessage, inModal, input } from './examples.ts';

describe('ids', () => {
  test('one action_id may serve every block, once each', () => {
    const row = actions(button({ action_id: 'open' }));
    expect(inHome(row, row)).toEqual([]);
  });

  test('one action_id twice in a block is refused where it repeats', () => {
    expect(inMessage(actions(button({ action_id: 'open' }), button({ action_id: 'open' })))).toEqual([
      {
        code: 'invalid_blocks',
        pointer: '/blocks/0/elements/1/action_id',
        message: '`action_id` must be unique: open [json-pointer:/blocks/0/elements/1/action_id]',
      },
    ]);
  });

  test('one block_id twice in a payload is refused where it repeats', () => {
    const block = { ...divider, block_id: 'b' };
    expect(inModal(block, divider, block)).toEqual([
      {
        code: 'invalid_arguments',
        pointer: '/view/blocks/2/block_id',
        message: '`block_id` must be unique: b [json-pointer:/view/blocks/2/block_id]',
      },
    ]);
  });

  test('only one input can have the cursor', () => {
    const focused = input({ type: 'plain_text_input', focus_on_load: true });
    expect(inModal(focused)).toEqual([]);
    expect(inModal(focused, focused).map(({ pointer }) => pointer)).toEqual([
      '/view/blocks/1/element/focus_on_load',
    ]);
  });
});
