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

test('--once and --then print what the person sees in English, the default, without a page; what Slack refuses ends it with 1', async () => {
  const run = sandbox(['--once', '/backup-status 1004', '--then', '/nope 1'], BUNDLER_IS_MISSING);
  const { code, stdout, stderr } = await run.ended;
  expect(stdout).toContain('Only visible to you\n🚨 Acme Ltd (1004) · Act now: ');
  expect(stdout).toContain('[ Refresh ] [ Share… ] [ ⋮ Watch… · Pin · Details · History ]');
  expect(stdout).not.toContain('The page:');
  expect(stderr).toBe('/nope is not a valid command; this app has /backup-status\n');
  expect(code).toBe(1);
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
