import { describe, expect, it } from 'vitest';
import type { UnavailableReason } from '../../../src/account/outcome.ts';
import { formatLookup } from '../../../src/slack/card/lookup-message.ts';
import { words } from '../../support/reader.ts';
import { bold, button, header, rich, section, text } from '../blocks.ts';
import { drawn } from '../drawn.ts';
import { failureOf } from '../rows.ts';
import { CHANNEL, PRIVATE, unavailable } from '../samples.ts';

describe('a look-up without anything to show', () => {
  it.each([
    { kind: 'not-found', id: '9999' },
    { kind: 'invalid-id', id: '10/01' },
    { kind: 'forbidden', id: '1001' },
  ] as const)('$kind quotes the id and says what to do', (outcome) => {
    const { title, what, next } = words.failure[outcome.kind](outcome.id);
    const message = formatLookup(outcome, PRIVATE);
    const sign = outcome.kind === 'forbidden' ? '🔒' : '🔍';
    expect(message.text).toBe(`${sign} ${outcome.id} · ${title}\n${next}`);
    expect(drawn(message.blocks)).toEqual([`# ${sign} ${outcome.id} · ${title}`, what, next]);
  });

  const RETRY = words.buttons.retry;

  it.each(Object.keys(words.failure.unavailable) as UnavailableReason[])(
    '%s has its own words and a Retry',
    (reason) => {
      const message = formatLookup(unavailable(reason), PRIVATE);
      const { title, what, next } = failureOf(reason);
      expect(message).toEqual({
        text: `❔ 1009 · ${title}\n${what} ${next}`,
        blocks: [
          header(`❔ 1009 · ${title}`),
          rich(section(bold(what), text(`\n${next}`))),
          {
            type: 'actions',
            block_id: 'account::1009',
            elements: [button('account_refresh', RETRY, 'retry')],
          },
        ],
      });
    },
  );

  it('says when to ask again if the service said so', () => {
    const next = (retryAfterMs: number) =>
      drawn(formatLookup(unavailable('busy', '1009', retryAfterMs), PRIVATE).blocks)[2];
    const waitsMs = [30_000, 59_001, 61_000, 0];
    expect(waitsMs.map(next)).toEqual(waitsMs.map((waitMs) => words.failure.unavailable.busy(waitMs).next));
  });

  it('in a channel still says who asked, and keeps that on its Retry', () => {
    const { blocks } = formatLookup(unavailable('no-answer'), CHANNEL);
    expect(drawn(blocks).slice(-2)).toEqual([`~ ${words.card.sharedBy('<@U012AB3CD>')}`, `[${RETRY}]`]);
    expect(blocks.at(-1)).toMatchObject({ block_id: 'account:U012AB3CD:1009' });
  });

  it('has no buttons where its id cannot come back with a press', () => {
    const { blocks } = formatLookup(unavailable('no-answer', 'x'.repeat(300)), PRIVATE);
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'rich_text']);
  });
});
