import { expect, test } from 'vitest';
import { formatLookup } from '../../src/slack/card/lookup-message.ts';
import { formatTriage } from '../../src/slack/card/triage-message.ts';
import { hasAnswer, toReply, toSlack } from '../../src/slack/reply.ts';
import { CHANNEL, CRITICAL, found, lastKnown, PRIVATE, unavailable } from '../messages/samples.ts';

test('one outcome is a card, several are a list in the order given', () => {
  const [one, two] = [found(), found(CRITICAL)];
  expect(toReply([one], PRIVATE)).toEqual({ audience: 'private', message: formatLookup(one, PRIVATE) });
  expect(toReply([two, one], CHANNEL)).toEqual({
    audience: 'channel',
    message: formatTriage([two, one], CHANNEL),
  });
});

test('figures are an answer, also those of an earlier one; anything else is not', () => {
  expect(hasAnswer(found())).toBe(true);
  expect(hasAnswer(lastKnown({}, 'no-answer'))).toBe(true);
  expect(hasAnswer(unavailable('no-answer'))).toBe(false);
  for (const kind of ['not-found', 'invalid-id', 'forbidden'] as const) {
    expect(hasAnswer({ kind, id: '1001' })).toBe(false);
  }
});

test('a reply always says who sees it, and never relies on Slack’s default', () => {
  const message = { text: 'x', blocks: [] };
  expect(toSlack({ audience: 'private', message })).toEqual({ response_type: 'ephemeral', ...message });
  expect(toSlack({ audience: 'channel', message })).toMatchObject({
    response_type: 'in_channel',
    ...message,
  });
});

test('what a channel reads brings no preview of an address in it', () => {
  const message = { text: 'see https://customer.example', blocks: [] };
  const preview = { unfurl_links: false, unfurl_media: false };
  expect(toSlack({ audience: 'channel', message })).toMatchObject(preview);
});
