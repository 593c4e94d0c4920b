import type { ReferenceBackupService } from './backup-service/start-backup-service.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';
import type { SandboxOptions } from './options.ts';
import { readManifest } from './read-manifest.ts';
import { runBot } from './run-bot.ts';
import { type LocalSlack, startLocalSlack } from './slack/start-local-slack.ts';
import { type SandboxService, startService } from './start-service.ts';

/** The whole product on 127.0.0.1: a service to ask, a Slack to type into, and the real bot between them. */
export interface Sandbox {
  readonly slack: LocalSlack;
  readonly serviceUrl: string;
  /** The reference service, whose accounts are known; undefined when the developer's own service is asked. */
  readonly service: ReferenceBackupService | undefined;
  readonly onServed: SandboxService['onServed'];
  readonly runBackups: SandboxService['runBackups'];
  /** The clock of all three. */
  readonly clock: MovableClock;
  readonly transport: 'socket' | 'http';
  /** Resolves with the exit code if the bot ends. */
  readonly botExited: Promise<number>;
  stop(): Promise<void>;
}

export interface SandboxSetup {
  readonly isHttp: boolean;
  /** The local Slack's port, see `SandboxOptions`. */
  readonly port: number;
  /** See `SandboxOptions`. */
  readonly language?: SandboxOptions['language'];
  readonly onLogLine: (line: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const LOCALES = { en: 'en-GB', tr: 'tr-TR' } as const;

/** Starts the three parts, each waiting for the one it needs. Stops what had started when one of them fails. */
export async function startSandbox(setup: SandboxSetup): Promise<Sandbox> {
  const { isHttp, port, language, onLogLine, environment } = setup;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.reverse().splice(0)) await stopPart();
  };
  const portAfter = (places: number) => (port === 0 ? 0 : port + places);
  let tellBot = (_aheadMs: number): void => {};
  const clock = createMovableClock((aheadMs) => tellBot(aheadMs));
  try {
    const service = await startService({ environment, port: portAfter(1), now: clock.now });
    stops.push(() => service.close());
    const { commands, shortcuts, scopes } = readManifest();
    const slack = await startLocalSlack({
      port,
      now: clock.now,
      commands,
      shortcuts,
      scopes,
      ...(language && { locale: LOCALES[language] }),
    });
    stops.push(() => slack.close());

    const transport = isHttp
      ? { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: String(portAfter(2)) }
      : { SLACK_APP_TOKEN: slack.appToken };
    const settings = {
      ...settingsFor({ slack, service, environment }),
      ...transport,
      ...(language && { LANGUAGE: language }),
    };
    const bot = await runBot({ onLogLine, settings });
    stops.push(() => bot.stop());
    tellBot = bot.setClockAhead;
    if (isHttp) slack.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`);
    return {
      slack,
      serviceUrl: service.url,
      service: service.reference,
      onServed: service.onServed,
      runBackups: service.runBackups,
      clock,
      transport: isHttp ? 'http' : 'socket',
      botExited: bot.exited,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settingsFor({ slack, service, environment }: Pick<SandboxSetup, 'environment'> & BotNeighbours) {
  return {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    // A fixed port would be taken by the next sandbox. The log is read line by line.
    OPERATIONS_PORT: '0',
    LOG_FORMAT: 'json',
    // Gone with the sandbox, unless a database is named.
    DATABASE_URL: environment.DATABASE_URL || 'sqlite::memory:',
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
  };
}

interface BotNeighbours {
  readonly slack: LocalSlack;
  readonly service: SandboxService;
}
