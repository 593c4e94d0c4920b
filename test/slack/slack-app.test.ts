import { expect, test } from 'vitest';
import { found } from '../messages/samples.ts';
import { callsOf } from '../support/people.ts';
import { startEdge } from '../support/start-edge.ts';
import { startSlack } from '../support/start-slack.ts';

const lookup = async () => found();

test('a missing scope is reported at the start', async () => {
  const slack = await startSlack({ scopes: ['commands'] });
  const { logLines } = await startEdge({ lookup, slack, settings: { ALLOWED_USER_GROUPS: ['S0ONCALL001'] } });
  expect(logLines).toContainEqual(
    expect.objectContaining({ level: 50, missing: ['chat:write', 'users:read', 'usergroups:read'] }),
  );
  expect(callsOf(slack, 'auth.test')).toHaveLength(1);
});

test('the start fails if Slack does not say where the app is installed, because nobody could ask', async () => {
  const slack = await startSlack();
  const body = JSON.stringify({ ok: true, user_id: 'U1', bot_id: 'B1' });
  slack.addFault({ kind: 'status', status: 200, body }, { method: 'auth.test' });
  await expect(startEdge({ lookup, slack })).rejects.toThrow('where the app is installed');
});
