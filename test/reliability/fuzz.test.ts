import { expect, test } from 'vitest';
import { runFuzz } from './run-fuzz.ts';

test('hostile Slack requests, service bodies and command texts: no crash, no silence, nothing that Slack refuses', async () => {
  const report = await runFuzz({ seed: 5, runs: 40 });
  expect(report.violations).toEqual([]);
});
