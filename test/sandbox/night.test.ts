import { expect, test } from 'vitest';
import { runScript } from '../support/run-script.ts';

test('a night passes from the evening to the morning: each step must have come about for the exit code 0', async () => {
  const { code, stdout, stderr } = await runScript('sandbox/main.ts', { args: ['--night'] }).ended;
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const times = stdout.split('\n').flatMap((line) => /^\d\d:\d\d/.exec(line) ?? []);
  expect(times.at(0)).toBe('22:00');
  expect(times.at(-1)).toBe('08:00');
  for (const action of ['trigger', 'acknowledge', 'resolve'])
    for (const target of ['pagerduty', 'webhook']) expect(stdout).toContain(`${target} ${action}`);
});
