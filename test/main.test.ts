import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalSlack } from '../sandbox/slack/start-local-slack.ts';
import { BARE_ENV } from './support/bare-env.ts';
import { runProgram } from './support/run-script.ts';

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
  const slack = await startLocalSlack();
  try {
    const run = await runProgram('main', {
      env: {
        SLACK_API_URL: slack.apiUrl,
        SLACK_BOT_TOKEN: 'xoxb-not-the-token',
        SLACK_APP_TOKEN: slack.appToken,
        BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api',
        BACKUP_SERVICE_USERNAME: 'someone',
        BACKUP_SERVICE_PASSWORD: 'secret-password',
        DATABASE_URL: 'sqlite::memory:',
        OPERATIONS_PORT: 'off',
      },
    }).ended;
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(
      /"could not start: Slack refused the bot token: invalid_auth"}\n.*the doctor says how to fix it/,
    );
    expect(run.stdout + run.stderr).not.toMatch(/xoxb-not-the-token|secret-password/);
  } finally {
    await slack.close();
  }
});

test('SIGTERM to npm start stops the bot, though it is still starting, and npm ends when it has', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...BARE_ENV,
      ...SETTINGS,
      SLACK_API_URL: await silentServer(),
      DATABASE_URL: 'sqlite::memory:',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const group = -(npm.pid ?? 0);
  let [output, isOver] = ['', false];
  npm.stdout.on('data', (chunk) => {
    output += chunk;
  });
  // When the last of its processes has closed the pipe.
  const over = once(npm, 'close').then(() => {
    isOver = true;
  });
  onTestFinished(() => void (isOver || process.kill(group, 'SIGKILL')));
  await expect.poll(() => output).toContain('the store is open');
  npm.kill('SIGTERM');
  await over;
  expect(output).toContain('"msg":"stopped"');
  expect(output).not.toContain('could not start');
  expect(npm.exitCode).toBe(0);
});

/** Enough to get as far as the database. */
const SETTINGS = {
  SLACK_API_URL: 'http://127.0.0.1:9/api/',
  SLACK_BOT_TOKEN: 'xoxb-some-token',
  SLACK_APP_TOKEN: 'xapp-some-token',
  BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api',
  BACKUP_SERVICE_USERNAME: 'someone',
  BACKUP_SERVICE_PASSWORD: 'secret-password',
  OPERATIONS_PORT: 'off',
};

/** Takes requests and says nothing. */
async function silentServer(): Promise<string> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
}
