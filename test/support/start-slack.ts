import { onTestFinished } from 'vitest';
import {
  type LocalSlack,
  type LocalSlackOptions,
  startLocalSlack,
} from '../../sandbox/slack/start-local-slack.ts';
import { BOT_SCOPES } from '../../src/slack/kit/access.ts';

const MINUTE_MS = 60_000;

/** A local Slack until the test ends. By default it grants the manifest's scopes, and never times out. */
export async function startSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack({
    scopes: BOT_SCOPES,
    ackTimeoutMs: MINUTE_MS,
    triggersLastMs: MINUTE_MS,
    ...options,
  });
  onTestFinished(() => slack.close());
  return slack;
}
