import { expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/formatters/action-ids.ts';
import { found } from '../formatters/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { startEdge } from '../support/start-edge.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };

test('the view is open before the service has answered, and says that it is being asked', async () => {
  const held = holdLookup();
  let isHeld = false;
  const { ada } = await startEdge({ lookup: (id) => (isHeld ? held.lookup(id) : Promise.resolve(found())) });
  await ada.command('/backup-status 1001');
  isHeld = true;
  await ada.press(DETAILS);
  const loading = await ada.waitFor(() => ada.modal());
  expect(loading.blocks).toHaveLength(1);
  held.answer(found());
  const filled = await ada.waitFor(() => ((ada.modal()?.blocks.length ?? 0) > 1 ? ada.modal() : undefined));
  expect(filled.id).toBe(loading.id);
});

test.each(['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id'])(
  'a trigger that Slack refuses (%s) is no defect',
  async (code) => {
    const { ada, slack, logLines } = await startEdge({ lookup: async () => found() });
    await ada.command('/backup-status 1001');
    slack.addFault({ kind: 'error', code }, { method: 'views.open' });
    await ada.press(DETAILS);
    await expect.poll(() => ada.messages()).toHaveLength(2);
    expect(ada.messages()[1]).toMatchObject({ isEphemeral: true });
    expect(ada.messages()[1]?.text).toContain('/backup-status 1001');
    expect(logLines.map(({ msg }) => msg)).not.toContain('a listener failed');
  },
);

test.each([
  ['a view that Slack does not take', { kind: 'error', code: 'invalid_arguments' }],
  ['a rate limit', { kind: 'rate-limited', retryAfterSeconds: 30 }],
  ['a Slack that is down', { kind: 'status', status: 503 }],
] as const)('%s is answered with an apology, not with silence', async (_fault, fault) => {
  const { ada, slack } = await startEdge({ lookup: async () => found() });
  await ada.command('/backup-status 1001');
  slack.addFault(fault, { method: 'views.open' });
  await ada.press(DETAILS);
  await ada.waitFor(() => ada.messages().find(({ text }) => text.includes('Something went wrong')));
});
