import { expect, it } from 'vitest';
import { formatPending } from '../../src/formatters/pending-message.ts';
import { PRIVATE } from './samples.ts';

it.each([
  [['1001'], 'Still asking the service about 1001. The answer follows; if none comes, ask again.'],
  [
    ['1001', '1002', '1003'],
    'Still asking the service about 1001, 1002 and 1003. The answer follows; if none comes, ask again.',
  ],
  [
    ['1', '2', '3', '4', '5'],
    'Still asking the service about 1, 2, 3 and 2 more. The answer follows; if none comes, ask again.',
  ],
])('names the accounts still asked about: %j', (ids, text) => {
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
