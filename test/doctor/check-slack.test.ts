import { expect, onTestFinished, test } from 'vitest';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

test('a scope that the workspace has not granted', async () => {
  const strict = await startLocalSlack({ scopes: ['commands'] });
  onTestFinished(() => strict.close());
  const { apiUrl, botToken, appToken } = strict;
  const { code, failures } = await examine(
    installation,
    installation.settings({
      SLACK_API_URL: apiUrl,
      SLACK_BOT_TOKEN: botToken,
      SLACK_APP_TOKEN: appToken,
    }),
  );
  expect(failures).toMatchObject([
    {
      check: 'slack scopes',
      message: 'missing: chat:write, users:read',
      fix: expect.stringMatching(/manifest\.yml.*reinstall/),
    },
  ]);
  expect(code).toBe(1);
});

test('a token that is refused hides nothing of the service', async () => {
  const { findings } = await examine(
    installation,
    installation.settings({ SLACK_BOT_TOKEN: 'xoxb-not-the-token' }),
  );
  expect(findings.filter(({ check }) => check === 'sign-in')).toMatchObject([{ kind: 'passed' }]);
  expect(findings.find(({ check }) => check === 'slack scopes')).toMatchObject({ kind: 'skipped' });
});
