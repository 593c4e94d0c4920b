import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { LANGUAGE, LOCALE } from './reader.ts';
import { runProgram } from './run-script.ts';
import { type BotProcessSetup, botEnvironment } from './slack-settings.ts';
import { startOwn } from './start-bot.ts';
import { startSlack } from './start-slack.ts';

export type BotProcess = Awaited<ReturnType<typeof startBotProcess>>;

/**
 * A ready bot as a process, as in the image. Killed at the end of the test. Starts its own Slack and service by default.
 */
export async function startBotProcess(
  setup: Omit<BotProcessSetup, 'slack' | 'service'> &
    Partial<Pick<BotProcessSetup, 'service'>> & { readonly slack?: LocalSlack; readonly cwd?: string },
) {
  const slack = setup.slack ?? (await startSlack({ locale: LOCALE }));
  const service = setup.service ?? (await startOwn(startBackupService()));
  const env = { LANGUAGE, ...botEnvironment({ ...setup, slack, service }) };
  const script = runProgram('main', { env, cwd: setup.cwd });
  const output = await script.printed('"msg":"ready"');
  const ready = output.split('\n').find((line) => line.includes('"msg":"ready"')) ?? '{}';
  const { port, operations } = JSON.parse(ready) as { port?: number; operations?: number };
  const requestUrl = port === undefined ? undefined : `http://127.0.0.1:${port}/slack/events`;
  if (requestUrl !== undefined) slack.deliverTo(requestUrl);
  return {
    ...script,
    slack,
    ada: slack.person('ada'),
    /** Where Slack sends requests. Absent in Socket Mode. */
    requestUrl,
    /** The URL of health and metrics, without a slash at its end. */
    operationsUrl: `http://127.0.0.1:${operations}`,
  };
}
