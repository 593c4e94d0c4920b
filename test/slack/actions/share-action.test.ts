import { expect, test } from 'vitest';
import { ACTIONS } from '../../../src/slack/kit/action-ids.ts';
import { found } from '../../messages/samples.ts';
import { startEdge } from '../../support/start-edge.ts';

test('a second press moments later posts nothing; a third, later still, is meant', async () => {
  let nowMs = Date.now();
  const { ada, bora, logLines } = await startEdge({ lookup: async () => found(), now: () => nowMs });
  await ada.command('/backup-status 1001');
  const share = () => ada.press({ actionId: ACTIONS.share });
  const cards = () => bora.messages('oncall');
  await share();
  await expect.poll(cards).toHaveLength(1);
  nowMs += 4_000;
  expect(await share()).toMatchObject({ ack: 'ok' });
  nowMs += 2_000;
  await share();
  await expect.poll(cards).toHaveLength(2);
  // The line follows Slack's answer to the post.
  await expect.poll(() => logLines.filter(({ by }) => by === 'share')).toHaveLength(2);
});

test('two people may share the same account', async () => {
  const { ada, bora } = await startEdge({ lookup: async () => found() });
  for (const person of [ada, bora]) {
    await person.command('/backup-status 1001');
    await person.press({ actionId: ACTIONS.share });
  }
  await expect.poll(() => bora.messages('oncall').filter(({ isEphemeral }) => !isEphemeral)).toHaveLength(2);
});
