import { expect, it, test } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatShareState, formatShareView } from '../../../src/slack/card/share-view.ts';
import { sentence } from '../../../src/slack/kit/message.ts';
import { words } from '../../support/reader.ts';
import { PRIVATE } from '../samples.ts';

const label = (text: string) => ({ type: 'plain_text', text, emoji: true });

it('offers channels of this organisation alone, under the name that the account has for its reader', () => {
  const view = formatShareView([{ id: '1004' }], 'x', {
    ...PRIVATE,
    pins: [{ accountId: '1004', name: 'Acme', pinnedAtMs: 0 }],
  });
  expect(validateView(view)).toEqual([]);
  expect(view).toMatchObject({
    type: 'modal',
    callback_id: 'share_view',
    private_metadata: 'x',
    title: label(words.share.title),
    submit: label(words.share.submit),
    blocks: [
      {
        type: 'input',
        label: label(words.share.label('Acme (1004)')),
        element: {
          type: 'conversations_select',
          response_url_enabled: true,
          filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
        },
      },
    ],
  });
});

it('asks for the channel of a summary in the same way', () => {
  const view = formatShareView('summary', '', PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(view).toMatchObject({
    callback_id: 'share_view',
    private_metadata: '',
    blocks: [{ label: label(words.share.label(words.share.summary)) }],
  });
});

it('takes ten ids of the greatest length', () => {
  const ids = Array.from({ length: 10 }, (_, index) => ({ id: `${index}${'<!here>'.repeat(18)}x` }));
  expect(validateView(formatShareView(ids, 'x'.repeat(3000), PRIVATE))).toEqual([]);
});

test.each([
  [{ kind: 'sharing' } as const, words.share.sharing],
  [{ kind: 'refused' } as const, words.share.refused],
  [{ kind: 'instead', message: sentence('x y') } as const, 'x y'],
  [{ kind: 'shared', channelId: 'C1' } as const, words.share.shared('<#C1>')],
  [
    { kind: 'nothing', outcomes: [{ kind: 'not-found', id: '9' }] } as const,
    words.failure['not-found']('9').what,
  ],
])('says %j', (state, text) => {
  const view = formatShareState(state, PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(JSON.stringify(view.blocks)).toContain(text);
});

it('says once what all accounts have in common', () => {
  const down = (id: string) => ({ kind: 'unavailable', id, reason: 'no-answer' }) as const;
  const { blocks } = formatShareState({ kind: 'nothing', outcomes: [down('1'), down('2')] }, PRIVATE);
  expect(JSON.stringify(blocks).split(words.failure.unavailable['no-answer'](undefined).what)).toHaveLength(
    2,
  );
});
