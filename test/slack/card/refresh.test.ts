import { expect, test } from 'vitest';
import type { LookupOutcome } from '../../../src/account/outcome.ts';
import { ACTIONS } from '../../../src/slack/kit/ids.ts';
import { found, unavailable } from '../../messages/samples.ts';
import { NOT_FOUND, UNCHECKED } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { startEdge } from '../../support/start-edge.ts';

/** A card on the screen, and what the next look-up will say. */
async function showCard(first: LookupOutcome, next: LookupOutcome) {
  const asked: unknown[] = [];
  const edge = await startEdge({
    lookup: async (_id, options) => {
      asked.push(options);
      return asked.length === 1 ? first : next;
    },
  });
  const { message } = await edge.ada.command('/backup-status 1001');
  await edge.ada.press({ actionId: ACTIONS.refresh });
  await expect.poll(() => edge.logLines.filter(({ by }) => by === 'refresh')).toHaveLength(1);
  return { ...edge, card: edge.ada.messages().find(({ ts }) => ts === message?.ts), asked };
}

test('it goes past answers of the last moments', async () => {
  const { asked } = await showCard(found(), found());
  expect(asked).toMatchObject([{ askedAtMs: expect.any(Number) }, { fresh: true }]);
  expect(asked[0]).not.toHaveProperty('fresh');
});

test('a card with figures is not given up for "could not be checked"', async () => {
  const { card, ada } = await showCard(found(), unavailable('no-answer', '1001'));
  expect(card?.isEdited).toBe(false);
  expect(ada.messages().map(({ text }) => text.includes(UNCHECKED))).toEqual([false, true]);
});

test('a card without figures is', async () => {
  const { card, ada } = await showCard(unavailable('no-answer', '1001'), unavailable('no-answer', '1001'));
  const text = words.failure.unavailable['no-answer'](undefined).what;
  expect(card).toMatchObject({ isEdited: true, text: expect.stringContaining(text) });
  expect(ada.messages()).toHaveLength(1);
});

test('a private card of an account that is gone says so', async () => {
  const { card, ada } = await showCard(found(), { kind: 'not-found', id: '1001' });
  expect(card).toMatchObject({ isEdited: true, text: expect.stringContaining(NOT_FOUND) });
  expect(ada.messages()).toHaveLength(1);
});
