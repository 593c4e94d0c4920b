import { expect, test } from 'vitest';
import { runScript } from './run-script.ts';

test('--help of a script prints its usage; an option that it does not have stands above it, on standard error', async () => {
  const [help, unknown] = await Promise.all([
    runScript('test/reliability/fuzz.ts', { args: ['--help'] }).ended,
    runScript('test/reliability/fuzz.ts', { args: ['--frob'] }).ended,
  ]);
  expect(help).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^npm run fuzz -- \[options\]/),
    stderr: '',
  });
  expect(unknown).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--frob'.*\n\nnpm run fuzz/),
  });
});
