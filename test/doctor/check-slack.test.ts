import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

test('a Slack that answers in no known way hides nothing of the service', async () => {
  // It asks for a pause, and does not say for how long.
  const odd = createServer((_, response) => response.writeHead(429).end());
  await once(odd.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void odd.close());
  const { port } = odd.address() as AddressInfo;
  const { code, failures, findings } = await examine(
    installation,
    installation.settings({ SLACK_API_URL: `http://127.0.0.1:${port}/api/` }),
  );
  expect(failures).toMatchObject([
    { check: 'slack token', message: expect.stringMatching(/^no Slack Web API answers at SLACK_API_URL: /) },
  ]);
  expect(findings.find(({ check }) => check === 'sign-in')).toMatchObject({ kind: 'passed' });
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
