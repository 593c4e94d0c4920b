import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { SlackSettings } from '../../src/slack/slack-app.ts';
import { createSlackApp } from '../../src/slack/slack-app.ts';
import { CHECK_UP, found, THRESHOLDS } from '../messages/samples.ts';
import { captureLog } from '../support/capture-log.ts';
import { failingStore } from '../support/failing-store.ts';
import { listedAccounts, NO_EDITOR, noTargets } from '../support/known-accounts.ts';
import { LANGUAGE } from '../support/reader.ts';
import { slackSettings } from '../support/slack-settings.ts';
import { startSlack } from '../support/start-slack.ts';

const depsWith = async (settings: SlackSettings) => ({
  settings,
  lookup: async () => found(),
  checkUp: async () => CHECK_UP,
  accounts: listedAccounts(),
  listEditor: NO_EDITOR,
  targets: noTargets(),
  rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
  lastKnown: async () => new Map(),
  ...(await failingStore()),
  language: LANGUAGE,
  inlineWithinMs: 2_000,
  now: Date.now,
  log: pino({ enabled: false }),
});

test('a missing scope is reported at the start', async () => {
  const slack = await startSlack({ scopes: ['commands'] });
  const { log, lines } = captureLog();
  const app = createSlackApp({
    ...(await depsWith(slackSettings(slack, 'http'))),
    access: { userGroups: ['S0ONCALL001'] },
    log,
  });
  await app.start();
  onTestFinished(() => app.stop());
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, missing: ['chat:write', 'users:read', 'usergroups:read'] }),
  );
  const asked = slack.traffic.filter((one) => one.kind === 'api' && one.method === 'auth.test');
  expect(asked).toHaveLength(1);
});

test('the start fails if Slack does not say where the app is installed, because nobody could ask', async () => {
  const slack = await startSlack();
  const body = JSON.stringify({ ok: true, user_id: 'U1', bot_id: 'B1' });
  slack.addFault({ kind: 'status', status: 200, body }, { method: 'auth.test' });
  const app = createSlackApp(await depsWith(slackSettings(slack, 'http')));
  await expect(app.start()).rejects.toThrow('where the app is installed');
});
