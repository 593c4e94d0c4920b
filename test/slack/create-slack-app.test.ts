import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { createSlackApp, type SlackSettings } from '../../src/slack/create-slack-app.ts';
import { found } from '../formatters/samples.ts';
import { failingStore } from '../support/failing-store.ts';
import { slackSettings, TRANSPORTS } from '../support/slack-settings.ts';

const appWith = (slack: SlackSettings) =>
  createSlackApp({
    slack,
    lookup: async () => found(),
    lastKnown: async () => new Map(),
    ...failingStore(),
    language: 'en',
    inlineWithinMs: 2_000,
    now: Date.now,
    log: pino({ enabled: false }),
  });

describe.each(TRANSPORTS)('starting over %s', (transport) => {
  test('a bot token that is no good is an error that says so', async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    const app = appWith({ ...slackSettings(slack, transport), botToken: 'xoxb-wrong' });
    await expect(app.start()).rejects.toThrow('invalid_auth');
    expect(slack.connectedSockets()).toBe(0);
  });

  test('a Slack that cannot be reached is an error, not a bot that hears nothing', async () => {
    const slack = await startLocalSlack();
    const settings = slackSettings(slack, transport);
    await slack.close();
    await expect(appWith(settings).start()).rejects.toThrow();
  });

  test('a stop that comes before the start does no harm', async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    await appWith(slackSettings(slack, transport)).stop();
  });

  test('nothing is asked of Slack before the start', async () => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    appWith(slackSettings(slack, transport));
    expect(slack.traffic).toEqual([]);
  });
});

test('an app token that is no good is an error that says so', async () => {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  const settings = slackSettings(slack, 'socket');
  const app = appWith({ ...settings, transport: { kind: 'socket', appToken: 'xapp-wrong', sockets: 2 } });
  await expect(app.start()).rejects.toMatchObject({ cause: { data: { error: 'invalid_auth' } } });
});
