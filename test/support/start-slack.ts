import { onTestFinished } from 'vitest';
import {
  type LocalSlack,
  type LocalSlackOptions,
  startLocalSlack,
} from '../../sandbox/slack/start-local-slack.ts';

const MINUTE_MS = 60_000;

/** A local Slack that goes with the test. Unless said otherwise it waits longer than any machine is slow. */
export async function startSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack({
    ackTimeoutMs: MINUTE_MS,
    triggersLastMs: MINUTE_MS,
    ...options,
  });
  onTestFinished(() => slack.close());
  return slack;
}
