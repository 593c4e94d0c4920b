import { expect, onTestFinished, test } from 'vitest';
import { startTargets } from '../../sandbox/targets/start-targets.ts';
import { createInstallation, doctor } from './installation.ts';

const { overHttp } = createInstallation();

test('--test-alert sends a test alert to each target, which accepts it', async () => {
  const targets = await startTargets();
  onTestFinished(targets.close);
  const args = ['--account', '1001', '--test-alert'];
  const { exitCode, stdout } = await doctor(overHttp(targets.settings), args);
  expect(stdout).toMatch(/ ✓, 0 ✗, 1 ⚠, 0 –$/m);
  for (const target of ['PagerDuty', 'ntfy', 'Webhook'])
    expect(stdout).toContain(`${target} accepted the test alert`);
  expect(targets.arrived.map(({ target }) => target).sort()).toEqual(['ntfy', 'pagerduty', 'webhook']);
  expect(exitCode).toBe(0);
});
