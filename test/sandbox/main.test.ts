import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';

const sandbox = (args: readonly string[], env: Record<string, string> = {}) =>
  runScript('sandbox/main.ts', { args, env });

/** Without the bundler of the page. */
const BUNDLER_IS_MISSING = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'import{registerHooks}from"node:module";registerHooks({resolve(name,context,next){if(name==="rolldown")throw(Error("bundler"));return(next(name,context))}})',
  )}`,
};

test('--once runs one command, prints what the person sees in English, the default, and exits 0, without a page', async () => {
  const run = sandbox(['--once', '/backup-status 1004'], BUNDLER_IS_MISSING);
  const { code, stdout, stderr } = await run.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Only visible to you\n🚨 Acme Ltd (1004) · Act now: ');
  expect(stdout).toContain('[ Refresh ] [ Share… ] [ ⋮ Watch… · Pin · Details · History ]');
  expect(stdout).not.toContain('The page:');
});

test('the prompt, which has a page, says why it cannot start', async () => {
  expect(await sandbox([], BUNDLER_IS_MISSING).ended).toMatchObject({ code: 1, stderr: 'bundler\n' });
});

test('the prompt serves a page, which --open opens, everybody reads their own language, and Ctrl-C stops everything', async () => {
  const run = sandbox(['--open'], { PATH: '/nowhere' });
  const printed = await run.printed('ada in oncall> ');
  const [, url = 'none'] = /^\s*The page: +(http:\/\/127\.0\.0\.1:\d+\/)\n/.exec(printed) ?? [];
  expect(printed).toContain(`Change faults, the clock, backups and the token on the page: ${url}\n`);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  run.write('as bora\n/backup-status 1004\n');
  const turkish = await run.printed('[ Yenile ]');
  expect(turkish).toContain('Yalnızca siz görebilirsiniz\n🚨 Acme Ltd (1004) · Acil: ');
  expect(turkish).toContain('3 gün önce');
  expect(turkish).not.toContain('days ago');
  run.write('as ada\n/backup-status 1004\n');
  const english = await run.printed('[ Refresh ]');
  expect(english).toContain('Only visible to you\n🚨 Acme Ltd (1004) · Act now: ');
  expect(english).toContain('3 days ago');
  run.kill('SIGINT');
  const { code, stderr } = await run.ended;
  expect(code).toBe(0);
  // It opens it with what the machine opens links with.
  expect(stderr).toMatch(new RegExp(`is not there to open the page; its address is ${url}\n$`));
  await expect(fetch(url)).rejects.toThrow();
});

test('a kill of the sandbox ends its bot, too', async () => {
  const run = sandbox(['--verbose']);
  await run.printed('ada in oncall> ');
  run.kill('SIGKILL');
  const { stderr } = await run.ended;
  const [, port = 'unknown'] = /"operations":(\d+)/.exec(stderr) ?? [];
  const asking = () => fetch(`http://127.0.0.1:${port}/healthz`).then(String, String);
  await expect.poll(asking).toContain('fetch failed');
});

test('a command that the manifest does not declare is refused as Slack would, exit code 1', async () => {
  const { code, stderr } = await sandbox(['--once', '/nope 1']).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('/nope is not a valid command; this app has /backup-status');
});
