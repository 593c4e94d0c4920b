import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';

test.each([[['--acount', '1']], [['--account', ' ']]])('%o: usage, and exit 1', async (args) => {
  const { code, stderr } = await runScript('src/doctor.ts', { args }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('--account ID');
});

test('--help: usage, and nothing is looked at', async () => {
  const { code, stdout } = await runScript('src/doctor.ts', { args: ['--help'] }).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^npm run doctor/);
});
