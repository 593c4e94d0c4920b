import { expect, it } from 'vitest';
import { sharedByContext } from '../../../src/slack/card/source-context.ts';
import { CHANNEL, PRIVATE } from '../samples.ts';

it('only a Slack user in a channel is named as who shared', () => {
  expect(sharedByContext(CHANNEL)).toHaveLength(1);
  expect(sharedByContext({ ...CHANNEL, sharedBy: 'U1> <!channel' })).toEqual([]);
  expect(sharedByContext({ ...CHANNEL, audience: 'private' })).toEqual([]);
  expect(sharedByContext({ ...PRIVATE, audience: 'channel' })).toEqual([]);
});
