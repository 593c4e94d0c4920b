import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReferenceBackupService, startBackupService } from './backup-service/start-backup-service.ts';
import { type RunningBot, runBot } from './bot/run-bot.ts';
import { writeHistory, writeList } from './bot/write-history.ts';
import { createMovableClock } from './movable-clock.ts';
import type { SandboxOptions } from './options.ts';
import { readManifest } from './read-manifest.ts';
import { type LocalSlack, startLocalSlack } from './slack/start-local-slack.ts';
import { createChanges } from './slack/state/changes.ts';
import { type ArrivedCall, startTargets } from './targets/start-targets.ts';

/** The whole product on 127.0.0.1: a backup service, a Slack, local targets, and the real bot. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

interface SandboxSetup extends Pick<SandboxOptions, 'isHttp'>, Partial<Pick<SandboxOptions, 'language'>> {
  readonly onLogLine: (line: string) => void;
  /** Called with each call that PagerDuty, ntfy or the webhook has accepted. */
  readonly onCalled?: (call: ArrivedCall) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The time that the accounts of the reference service are described at, epoch milliseconds; the start unless said. */
  readonly describedAtMs?: number;
}

const LOCALES = { en: 'en-GB', tr: 'tr-TR' } as const;

/** The longest time between two reads of an account that is bad. */
export const READ_AGAIN_MS = 31 * 60_000;

/** Starts the parts in the order of their dependencies. When one fails, stops those that have started. */
export async function startSandbox(setup: SandboxSetup) {
  const { isHttp, language, environment } = setup;
  await using stops = new AsyncDisposableStack();
  const activity = createChanges();
  let bot: RunningBot | undefined;
  const clock = createMovableClock((aheadMs) => bot?.setClockAhead(aheadMs), activity.listen);
  const startedAtMs = clock.now();
  const { describedAtMs = startedAtMs } = setup;
  let ranAtMs: number | undefined;
  const startReference = () =>
    startBackupService({
      now: clock.now,
      accountsAsOf: () => ({ backupsMs: describedAtMs, packagesMs: startedAtMs, ranAtMs }),
      onServed: activity.notify,
    });
  const own = serviceIn(environment);
  const reference = own ? undefined : stops.adopt(await startReference(), ({ close }) => close());
  const service = own ?? reference;
  if (!service) throw new Error('there is no service');
  const locale = language && LOCALES[language];
  const slackOptions = { ...readManifest(), now: clock.now, locale };
  const slack = stops.adopt(await startLocalSlack(slackOptions), ({ close }) => close());
  slack.onChange(activity.notify);
  const onArrived = (call: ArrivedCall) => {
    setup.onCalled?.(call);
    activity.notify();
  };
  const targets = stops.adopt(await startTargets({ now: clock.now, onArrived }), ({ close }) => close());
  const addresses = { ...settingsFor(setup, slack, service), ...targets.settings };
  // Removed when the sandbox stops. DATABASE_URL keeps the data.
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-sandbox-'));
  stops.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, 'backup-status.db');
  const DATABASE_URL = environment.DATABASE_URL || (reference ? `sqlite:${database}` : 'sqlite::memory:');
  bot = await runBot({ ...addresses, DATABASE_URL }, setup.onLogLine);
  stops.defer(bot.stop);
  if (existsSync(database)) {
    // A developer's rules file refers to accounts by id, so no list is written.
    if (!environment.ACCOUNT_RULES_FILE) {
      writeList(database);
      await bot.readList();
    }
    writeHistory(database, Date.now());
  }
  if (isHttp) slack.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`, clock.now);
  stops.defer(clock.stop);
  const started = stops.move();
  return {
    slack,
    serviceUrl: service.url,
    /** The reference service, whose accounts are known; undefined when the developer's own service is asked. */
    service: reference,
    /** The calls that PagerDuty, ntfy and the webhook have accepted, live. */
    calls: targets.arrived as readonly ArrivedCall[],
    /** The clock of bot, Slack and service. */
    clock,
    /** Runs a backup of every account that ever had one. The app has read all of them after `READ_AGAIN_MS`. */
    runBackups(): void {
      ranAtMs = clock.now();
    },
    /** Sets the clock back to this machine's time, and removes everything later from Slack and the service. */
    async resetClock(): Promise<void> {
      const isSet = clock.reset();
      ranAtMs = undefined;
      slack.forgetFuture();
      await isSet;
    },
    /** Whether `isSo` becomes true within some milliseconds. Checks it again after each thing that the bot does. */
    isSoon: (isSo: () => boolean, withinMs: number): Promise<boolean> =>
      activity
        .until(
          () => isSo() || undefined,
          () => 'it is not so',
          { timeoutMs: withinMs },
        )
        .catch(() => false),
    /** Resolves with the exit code if the bot ends. */
    botExited: bot.exited,
    stop: () => started.disposeAsync(),
  };
}

type Service = Pick<ReferenceBackupService, 'url' | 'username' | 'password'>;

/** The developer's own service, when all three settings name one. */
function serviceIn(environment: SandboxSetup['environment']): Service | undefined {
  const { BACKUP_SERVICE_URL: url, BACKUP_SERVICE_USERNAME: username } = environment;
  const password = environment.BACKUP_SERVICE_PASSWORD;
  return url && username && password ? { url, username, password } : undefined;
}

/** The settings with which the bot reaches Slack and the service. */
function settingsFor({ isHttp, language, environment }: SandboxSetup, slack: LocalSlack, service: Service) {
  return {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    // Two sandboxes must not share a fixed port.
    OPERATIONS_PORT: '0',
    ...(isHttp
      ? { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: '0' }
      : { SLACK_APP_TOKEN: slack.appToken }),
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    ...(language && { LANGUAGE: language }),
    ...(environment.ACCOUNT_RULES_FILE && { ACCOUNT_RULES_FILE: environment.ACCOUNT_RULES_FILE }),
  };
}
