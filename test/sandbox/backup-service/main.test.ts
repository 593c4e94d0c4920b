import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNTS } from '../../../sandbox/backup-service/accounts/accounts.ts';
import { serve } from './ask.ts';

const MAIN = join(import.meta.dirname, '../../../sandbox/backup-service/main.ts');

function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, exited: once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]> };
}

/** What it prints until it is ready, and its address. */
async function ready({ stdout }: ChildProcess) {
  let printed = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += chunk;
    if (printed.includes('Ctrl-C')) break;
  }
  return { printed, url: /http:\/\/\S+\/api/.exec(printed)?.[0] ?? '' };
}

const login = (url: string, username: string, password: string) =>
  fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });

test.each(['SIGINT', 'SIGTERM'] as const)(
  'prints how to use it, serves, and stops cleanly on %s with a request still open',
  async (signal) => {
    const { child, exited } = run(
      '--port',
      '0',
      '--utc-offset=-03:30',
      '--fault',
      '1002=503',
      '--fault',
      '1003=hang',
    );
    const { printed, url } = await ready(child);
    for (const { id, title } of ACCOUNTS) expect(printed).toContain(`\n  ${id.padEnd(17)}${title}\n`);
    expect(printed).toContain('  username  sandbox\n  password  sandbox-password\n');
    expect(printed).toContain(`curl -s ${url}/login -H 'Content-Type: application/json'`);
    expect(printed).toMatch(/Faults\n {2}1002 {2}503\n {2}1003 {2}hang\n/);

    const { token, expiresAt } = (await (await login(url, 'sandbox', 'sandbox-password')).json()) as {
      token: string;
      expiresAt: string;
    };
    expect(expiresAt).toMatch(/-03:30$/);
    const ask = (id: string) =>
      fetch(`${url}/v1/general-info?id=${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask('1001')).status).toBe(200);
    expect((await ask('1002')).status).toBe(503);
    const hanging = expect(ask('1003')).rejects.toThrow();
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    await hanging;
  },
);

test('stops at once while an answer drips', async () => {
  const { child, exited } = run('--port', '0', '--fault', '1021=slow-drip');
  const { url } = await ready(child);
  const { token } = (await (await login(url, 'sandbox', 'sandbox-password')).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  // Over 10,000 bytes: a quarter of an hour, if it went on.
  const response = await fetch(`${url}/v1/general-info?id=1021`, { headers });
  const cutOff = expect(response.text()).rejects.toThrow();
  child.kill();
  expect(await exited).toEqual([0, null]);
  await cutOff;
});

test('stops at once while the latency runs', async () => {
  const { child, exited } = run('--port', '0', '--latency-ms', '600000');
  const { url } = await ready(child);
  // The server says 100 Continue just before it starts to wait.
  const login = request(`${url}/login`, { method: 'POST', headers: { expect: '100-continue' } });
  const cutOff = once(login, 'error');
  login.flushHeaders();
  await once(login, 'continue');
  child.kill();
  expect(await exited).toEqual([0, null]);
  await cutOff;
});

test('serves under credentials of your own and does not print the password', async () => {
  const { child } = run('--port', '0', '--username', "o'neil", '--password', 'very-secret');
  const { printed, url } = await ready(child);
  expect(printed).toContain(String.raw`-d '{"username":"o'\''neil","password":"<your password>"}'`);
  expect(printed).not.toContain('very-secret');
  expect((await login(url, "o'neil", 'very-secret')).status).toBe(200);
});

test('says that a port is in use, and what to do', async () => {
  const { service } = await serve();
  const { port } = new URL(service.url);
  const { child, exited } = run('--port', port);
  const [problem, [code]] = await Promise.all([text(child.stderr), exited]);
  expect(problem).toBe(`Port ${port} is in use. Choose another one with --port.\n`);
  expect(code).toBe(1);
});

test('says what is wrong with a flag', async () => {
  const { child, exited } = run('--utc-offset', 'Istanbul');
  const [problem, [code]] = await Promise.all([text(child.stderr), exited]);
  expect(problem).toMatch(/^--utc-offset must look like \+03:00[\s\S]*--help/);
  expect(code).toBe(1);
});

test('--help prints the options', async () => {
  const { child, exited } = run('--help');
  const [help, [code]] = await Promise.all([text(child.stdout), exited]);
  expect(help).toContain('--token-lifetime S');
  expect(code).toBe(0);
});
