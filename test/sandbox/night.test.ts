import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';

test('--night runs from evening to morning, and exits with 0 only if every step happened', async () => {
  const { code, stdout, stderr } = await runScript('sandbox/main.ts', { args: ['--night'] }).ended;
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const times = stdout.split('\n').flatMap((line) => /^\d\d:\d\d/.exec(line) ?? []);
  expect(times.at(0)).toBe('22:00');
  expect(times.at(-1)).toBe('08:00');
  for (const action of ['trigger', 'acknowledge', 'resolve'])
    for (const target of ['pagerduty', 'webhook']) expect(stdout).toContain(`${target} ${action}`);
});
