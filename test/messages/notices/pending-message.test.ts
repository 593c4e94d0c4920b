import { expect, it } from 'vitest';
import { formatPending } from '../../../src/slack/lookup/notices.ts';
import { words } from '../../support/reader.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  [['1001'], ['1001'], 0],
  [['1001', '1002', '1003'], ['1001', '1002', '1003'], 0],
  [['1', '2', '3', '4', '5'], ['1', '2', '3'], 2],
])('names the accounts still asked about: %j', (ids, named, more) => {
  const text = words.command.pending(named, more);
  expect(formatPending(ids, PRIVATE)).toEqual({
    text,
    blocks: [
      {
        type: 'rich_text',
        block_id: 'pending',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
      },
    ],
  });
});
