import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReferenceBackupService, startBackupService } from './backup-service/start-backup-service.ts';
import { type RunningBot, runBot } from './bot/run-bot.ts';
import { writeHistory, writeList } from './bot/write-history.ts';
import { createMovableClock, createPassTime } from './movable-clock.ts';
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
  let bot: RunningBot | undefined;
  let clockIsSet = Promise.resolve();
  const clock = createMovableClock((aheadMs) => {
    clockIsSet = bot?.setClockAhead(aheadMs) ?? clockIsSet;
  });
  const activity = createChanges();
  const own = serviceIn(environment);
  const startedAtMs = clock.now();
  const { describedAtMs = startedAtMs } = setup;
  let ranAtMs: number | undefined;
  const startReference = () =>
    startBackupService({
      now: clock.now,
      accountsAsOf: () => ({ backupsMs: describedAtMs, packagesMs: startedAtMs, ranAtMs }),
      onServed: activity.notify,
    });
  const reference = own ? undefined : stops.adopt(await startReference(), ({ close }) => close());
  const locale = language && LOCALES[language];
  const slackOptions = { ...readManifest(), now: clock.now, locale };
  const slack = stops.adopt(await startLocalSlack(slackOptions), ({ close }) => close());
  slack.onChange(activity.notify);
  const service = own ?? reference;
  if (!service) throw new Error('there is no service');
  const onArrived = (call: ArrivedCall) => {
    setup.onCalled?.(call);
    activity.notify();
  };
  const targets = stops.adopt(await startTargets({ now: clock.now, onArrived }), ({ close }) => close());
  const isKnown = own === undefined;
  bot = await startBot(setup, slack, service, { isKnown, targets: targets.settings, stops });
  const { stop: stopBot, exited: botExited, port } = bot;
  stops.defer(stopBot);
  if (isHttp) slack.deliverTo(`http://127.0.0.1:${port}/slack/events`, clock.now);
  const { pass: passTime, stop: stopTime } = createPassTime(clock, activity.listen);
  stops.defer(stopTime);
  const started = stops.move();
  return {
    slack,
    serviceUrl: service.url,
    /** The reference service, whose accounts are known; undefined when the developer's own service is asked. */
    service: reference,
    /** The clock of bot, Slack and service. */
    clock: { now: clock.now, aheadMs: clock.aheadMs },
    /** Resolves when the bot's clock shows the same time as the others. */
    clockIsSet: () => clockIsSet,
    /** Moves the clock forward. Resolves when all three have the new time. */
    async moveClock(ms: number): Promise<void> {
      clock.advance(ms);
      await clockIsSet;
    },
    /** See `createPassTime`. */
    passTime,
    /** Runs a backup of every account that ever had one. The app has read all of them after `READ_AGAIN_MS`. */
    runBackups(): void {
      ranAtMs = clock.now();
    },
    /** Sets the clock back to this machine's time, and removes everything later from Slack and the service. */
    resetClock(): void {
      stopTime();
      clock.reset();
      ranAtMs = undefined;
      slack.forgetFuture();
    },
    /** Calls `listener` after each call of the bot to Slack, the service or a target. Returns a function that ends it. */
    onActivity: activity.listen,
    /** Whether `isSo` becomes true within some milliseconds. Checks it again after each such call. */
    isSoon: (isSo: () => boolean, withinMs: number): Promise<boolean> =>
      activity
        .until(() => isSo() || undefined, { timeoutMs: withinMs, describe: () => 'it is not so' })
        .catch(() => false),
    /** Resolves with the exit code if the bot ends. */
    botExited,
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

/** `isKnown`: the accounts are those of the sandbox, which have names and a history. */
async function startBot(
  setup: SandboxSetup,
  slack: LocalSlack,
  service: Service,
  how: {
    readonly isKnown: boolean;
    readonly targets: Readonly<Record<string, string>>;
    readonly stops: AsyncDisposableStack;
  },
): Promise<RunningBot> {
  const { isHttp, language, onLogLine, environment } = setup;
  const settings = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    ...(isHttp
      ? { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: '0' }
      : { SLACK_APP_TOKEN: slack.appToken }),
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    ...how.targets,
    ...(language && { LANGUAGE: language }),
    ...(environment.ACCOUNT_RULES_FILE && { ACCOUNT_RULES_FILE: environment.ACCOUNT_RULES_FILE }),
  };
  // Removed when the sandbox stops. DATABASE_URL keeps the data.
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-sandbox-'));
  how.stops.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, 'backup-status.db');
  const DATABASE_URL = environment.DATABASE_URL || (how.isKnown ? `sqlite:${database}` : 'sqlite::memory:');
  // Two sandboxes must not share a fixed port.
  const bot = await runBot({ onLogLine, settings: { ...settings, OPERATIONS_PORT: '0', DATABASE_URL } });
  if (!existsSync(database)) return bot;
  // A developer's rules file refers to accounts by id, so no list is written.
  if (!environment.ACCOUNT_RULES_FILE) {
    writeList(database);
    await bot.readList();
  }
  writeHistory(database, Date.now());
  return bot;
}
