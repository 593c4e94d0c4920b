import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';

/** Makes the bundler of the page unavailable. */
const BUNDLER_IS_MISSING = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'import{registerHooks}from"node:module";registerHooks({resolve(name,context,next){if(name==="rolldown")throw(Error("bundler"));return(next(name,context))}})',
  )}`,
};

test('--once and --then print what the person sees in English, without a page; a refusal by Slack exits with 1', async () => {
  const args = ['--once', '/backup-status 1004', '--then', '/nope 1'];
  const run = runScript('sandbox/main.ts', { args, env: BUNDLER_IS_MISSING });
  const { code, stdout, stderr } = await run.ended;
  expect(stdout).toContain('Only visible to you\n🚨 Acme Ltd (1004) · Act now: ');
  expect(stdout).toContain('[ Refresh ] [ Share… ] [ ⋮ Pin · Details · History · Watch… ]');
  expect(stdout).not.toContain('The page:');
  expect(stderr).toBe('/nope is not a valid command; this app has /backup-status\n');
  expect(code).toBe(1);
});
