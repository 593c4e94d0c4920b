import { expect, test } from 'vitest';
import { runFuzz } from './run-fuzz.ts';

/** Of each kind. CI sends more of the same seed. */
const RUNS = process.env.CI ? 40 : 12;

test('hostile Slack requests, service bodies and command texts: no crash, no silence, nothing that Slack refuses', async () => {
  const report = await runFuzz({ seed: 5, runs: RUNS });
  expect(report.violations).toEqual([]);
});
