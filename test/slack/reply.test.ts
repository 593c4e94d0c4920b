import { expect, test } from 'vitest';
import { toSlack } from '../../src/slack/reply.ts';

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
