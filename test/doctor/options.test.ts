import { expect, test } from 'vitest';
import { runProgram } from '../support/run-script.ts';

test.each([[['--acount', '1']], [['--account', ' ']]])('%o: usage, and exit 1', async (args) => {
  const { code, stderr } = await runProgram('doctor', { args }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('--account ID');
});

test('--help: usage, and nothing is looked at', async () => {
  const { code, stdout } = await runProgram('doctor', { args: ['--help'] }).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^npm run doctor/);
});
