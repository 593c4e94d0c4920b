import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from './support/run-script.ts';
import { startServer } from './support/start-server.ts';
import { startSlack } from './support/start-slack.ts';

test('without settings names everything that is missing, points to the sandbox, and exits with 1', async () => {
  const { code, stdout, stderr } = await runProgram('main').ended;
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('SLACK_BOT_TOKEN is missing');
  expect(stderr).toContain('BACKUP_SERVICE_URL is missing');
  expect(stderr).toContain('Set them in .env, a copy of .env.example');
  expect(stderr).toContain('npm run sandbox');
});

test('a token that Slack refuses ends the start with a log line and exit code 1', async () => {
  const slack = await startSlack();
  const run = await runProgram('main', {
    env: { ...SETTINGS, SLACK_API_URL: slack.apiUrl, SLACK_APP_TOKEN: slack.appToken },
  }).ended;
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(
    /"could not start: Slack refused the bot token: invalid_auth. For a fix, run npm run doctor/,
  );
  expect(run.stdout + run.stderr).not.toMatch(/xoxb-some-token|secret-password/);
});

test('logs a port in use as one line with the fix in a terminal, without a stack trace', async () => {
  const taken = await startServer();
  const OPERATIONS_PORT = new URL(taken.url).port;
  const { code, stdout } = await runProgram('main', {
    env: { ...SETTINGS, OPERATIONS_PORT },
    nodeArgs: [`--import=${join(import.meta.dirname, 'support/as-terminal.ts')}`],
  }).ended;
  expect(code).toBe(1);
  expect(
    stdout.match(
      /OPERATIONS_PORT \d+ on OPERATIONS_HOST 127\.0\.0\.1 cannot be listened on \(EADDRINUSE\)\. Choose a free port/g,
    ),
  ).toHaveLength(1);
  expect(stdout).not.toMatch(/^\s+at |doctor/m);
});

test('logs a defect during the start with its stack trace', async () => {
  const broken = 'data:text/javascript,globalThis.setInterval=()=>{throw(new(TypeError)("broken"))}';
  const { code, stdout } = await runProgram('main', { env: SETTINGS, nodeArgs: [`--import=${broken}`] })
    .ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/"err":\{"name":"TypeError","stack":".*could not start/);
  expect(stdout).not.toContain('doctor');
});

// test/documents/install does the same through npm.
test('SIGTERM stops it while it is still starting', async () => {
  const silent = await startServer();
  const run = runProgram('main', { env: { ...SETTINGS, SLACK_API_URL: `${silent.url}/api/` } });
  await run.printed('the store is open');
  run.kill('SIGTERM');
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('"msg":"stopped"');
  expect(stdout).not.toContain('could not start');
});

test('SIGHUP while it is still starting is answered with a log line', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const DATABASE_URL = `postgres://u:p@127.0.0.1:${(silent.address() as AddressInfo).port}/db`;
  const run = runProgram('main', { env: { ...SETTINGS, DATABASE_URL } });
  await once(silent, 'connection');
  run.kill('SIGHUP');
  await run.printed('not reloaded: still starting; send SIGHUP again');
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
