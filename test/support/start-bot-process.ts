import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { LANGUAGE } from './reader.ts';
import { type RunningScript, runProgram } from './run-script.ts';
import type { Transport } from './slack-settings.ts';

export interface BotProcess extends RunningScript {
  /** Where Slack delivers to; absent in Socket Mode. */
  readonly requestUrl: string | undefined;
  /** Where health and metrics are; no slash at its end. */
  readonly operationsUrl: string;
}

/** The bot as the image runs it, in a process of its own, ready. Killed at the end of the test. */
export async function startBotProcess(setup: {
  readonly slack: LocalSlack;
  readonly service: ReferenceBackupService;
  readonly databaseUrl: string;
  readonly transport: Transport;
  /** Settings beside the needed ones. */
  readonly env?: Record<string, string>;
}): Promise<BotProcess> {
  const { slack, service, databaseUrl, transport, env = {} } = setup;
  const script = runProgram('main', {
    env: {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: slack.botToken,
      ...(transport === 'socket'
        ? { SLACK_APP_TOKEN: slack.appToken }
        : { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: '0' }),
      BACKUP_SERVICE_URL: service.url,
      BACKUP_SERVICE_USERNAME: service.username,
      BACKUP_SERVICE_PASSWORD: service.password,
      DATABASE_URL: databaseUrl,
      OPERATIONS_PORT: '0',
      LANGUAGE,
      ...env,
    },
  });
  const output = await script.printed('"msg":"ready"');
  const ready = output.split('\n').find((line) => line.includes('"msg":"ready"')) ?? '{}';
  const { port, operations } = JSON.parse(ready) as { port?: number; operations?: number };
  return {
    ...script,
    requestUrl: port === undefined ? undefined : `http://127.0.0.1:${port}/slack/events`,
    operationsUrl: `http://127.0.0.1:${operations}`,
  };
}
