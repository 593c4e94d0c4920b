import { describe, expect, test } from 'vitest';
import { found } from '../messages/samples.ts';
import { expectAlive, FAULT_NAMES, faultOf, startHeld } from '../support/failing-slack.ts';
import { callsOf } from '../support/people.ts';
import { atOnce } from '../support/slack-settings.ts';
import { startEdge } from '../support/start-edge.ts';
import { startSlack } from '../support/start-slack.ts';

describe('the start', () => {
  const REFUSALS = ['a channel that is not there', 'a token taken back', 'blocks that Slack cannot draw'];
  test.each(FAULT_NAMES)('says what is wrong when auth.test fails: %s', async (name) => {
    const slack = await startSlack();
    slack.addFault(faultOf(name), { method: 'auth.test' });
    const expected = REFUSALS.includes(name)
      ? 'refused the bot token'
      : 'could not be asked about the bot token';
    await expect(startEdge({ lookup: async () => found(), slack })).rejects.toThrow(expected);
    expect(slack.connectedSockets()).toBe(0);
  });

  test.each(FAULT_NAMES)('says what is wrong when apps.connections.open fails: %s', async (name) => {
    const slack = await startSlack();
    slack.addFault(faultOf(name), { method: 'apps.connections.open' });
    await expect(startEdge({ lookup: async () => found(), slack })).rejects.toThrow('Socket Mode');
    expect(slack.connectedSockets()).toBe(0);
  });

  test('says which scopes are missing', async () => {
    const slack = await startSlack({ scopes: ['commands'] });
    const settings = { ALLOWED_USER_GROUPS: ['S0ONCALL001'] };
    const { logLines } = await startEdge({ lookup: async () => found(), slack, settings });
    const missing = ['chat:write', 'users:read', 'usergroups:read'];
    expect(logLines).toContainEqual(expect.objectContaining({ level: 50, missing }));
    expect(callsOf(slack, 'auth.test')).toHaveLength(1);
  });

  test('fails if Slack does not say where the app is installed, because nobody could ask', async () => {
    const slack = await startSlack();
    const body = JSON.stringify({ ok: true, user_id: 'U1', bot_id: 'B1' });
    slack.addFault({ kind: 'status', status: 200, body }, { method: 'auth.test' });
    const start = startEdge({ lookup: async () => found(), slack });
    await expect(start).rejects.toThrow('where the app is installed');
  });

  test('names the address that this machine must reach when Slack accepts the token and no socket opens', async () => {
    const slack = await startSlack();
    const body = JSON.stringify({ ok: true, url: 'wss://127.0.0.1:1' });
    slack.addFault({ kind: 'status', status: 200, body }, { method: 'apps.connections.open' });
    await expect(startEdge({ lookup: async () => found(), slack })).rejects.toThrow('wss://*.slack.com');
  });
});

test(
  'replacing a socket is retried until it works, whatever fault apps.connections.open has',
  atOnce(FAULT_NAMES, async (name) => {
    const edge = await startHeld('socket', { slackOptions: { disconnectNoticeMs: 0 } });
    edge.slack.addFault(faultOf(name), { method: 'apps.connections.open' });
    edge.slack.refreshSockets();
    await expect
      .poll(() => edge.logLines.map(({ msg }) => msg))
      .toContain('no connection to Slack; trying again');
    if (name === 'a limit') return;
    edge.slack.clearFaults();
    await expect.poll(() => edge.slack.connectedSockets()).toBe(2);
    await expectAlive(edge);
  }),
);
