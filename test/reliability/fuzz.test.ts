import { expect, test } from 'vitest';
import { runFuzz } from './run-fuzz.ts';

/** Inputs of each kind. CI sends more for the same seed. */
const RUNS = process.env.CI ? 40 : 12;

test('hostile requests, service bodies and command texts cause no crash, no silence and no refusal by Slack', async () => {
  const report = await runFuzz({ seed: 5, runs: RUNS });
  expect(report.violations).toEqual([]);
});
