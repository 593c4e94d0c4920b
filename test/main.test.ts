import { expect, test } from 'vitest';
import { runProgram } from './support/run-script.ts';
import { startServer } from './support/start-server.ts';
import { startSlack } from './support/start-slack.ts';

test('without settings it says all that is missing, points to the sandbox, and exits 1', async () => {
  const { code, stdout, stderr } = await runProgram('main').ended;
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('SLACK_BOT_TOKEN is missing');
  expect(stderr).toContain('BACKUP_SERVICE_URL is missing');
  expect(stderr).toContain('Set them in .env, a copy of .env.example');
  expect(stderr).toContain('npm run sandbox');
});

test('a token that Slack refuses ends it with a log line and exit code 1', async () => {
  const slack = await startSlack();
  const run = await runProgram('main', {
    env: { ...SETTINGS, SLACK_API_URL: slack.apiUrl, SLACK_APP_TOKEN: slack.appToken },
  }).ended;
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(
    /"could not start: Slack refused the bot token: invalid_auth"}\n.*the doctor says how to fix it/,
  );
  expect(run.stdout + run.stderr).not.toMatch(/xoxb-some-token|secret-password/);
});

// Through npm: test/documents/install.
test('SIGTERM stops it though it is still starting', async () => {
  const silent = await startServer();
  const run = runProgram('main', { env: { ...SETTINGS, SLACK_API_URL: `${silent.url}/api/` } });
  await run.printed('the store is open');
  run.kill('SIGTERM');
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('"msg":"stopped"');
  expect(stdout).not.toContain('could not start');
});

/** Enough to get as far as Slack. */
const SETTINGS = {
  SLACK_API_URL: 'http://127.0.0.1:9/api/',
  SLACK_BOT_TOKEN: 'xoxb-some-token',
  SLACK_APP_TOKEN: 'xapp-some-token',
  BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api',
  BACKUP_SERVICE_USERNAME: 'someone',
  BACKUP_SERVICE_PASSWORD: 'secret-password',
  DATABASE_URL: 'sqlite::memory:',
  OPERATIONS_PORT: 'off',
};
