import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';

/** Both transports, for `describe.each`. */
export const TRANSPORTS = ['socket', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The body of a test that runs all cases at once, because they mostly wait. A failure names its case. */
export const atOnce =
  <Case>(cases: readonly Case[], body: (one: Case) => Promise<void>) =>
  async (): Promise<void> => {
    const named = (one: Case) =>
      body(one).catch((cause) => {
        throw new Error(String(one), { cause });
      });
    await Promise.all(cases.map(named));
  };

/** Tells the local Slack where the bot listens, or waits until the bot's sockets are open. */
export async function connectTo(slack: SlackAddress, port: number | undefined, sockets = 2): Promise<void> {
  if (port === undefined) await slack.waitForSockets(sockets);
  else slack.deliverTo(`http://127.0.0.1:${port}/slack/events`);
}

/** What a bot needs to reach a Slack. */
export type SlackAddress = Pick<
  LocalSlack,
  'apiUrl' | 'botToken' | 'appToken' | 'signingSecret' | 'waitForSockets' | 'deliverTo'
>;

export interface BotProcessSetup {
  readonly slack: SlackAddress;
  readonly service: Pick<ReferenceBackupService, 'url' | 'username' | 'password'>;
  readonly transport: Transport;
  /** Default: in memory. */
  readonly databaseUrl?: string | undefined;
  /** Settings besides the required ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of a bot process, with its own ports. */
export const botEnvironment = ({ slack, service, transport, databaseUrl, env }: BotProcessSetup) => ({
  SLACK_API_URL: slack.apiUrl,
  SLACK_BOT_TOKEN: slack.botToken,
  ...(transport === 'socket'
    ? { SLACK_APP_TOKEN: slack.appToken }
    : { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: '0' }),
  BACKUP_SERVICE_URL: service.url,
  BACKUP_SERVICE_USERNAME: service.username,
  BACKUP_SERVICE_PASSWORD: service.password,
  DATABASE_URL: databaseUrl ?? 'sqlite::memory:',
  OPERATIONS_PORT: '0',
  ...env,
});
