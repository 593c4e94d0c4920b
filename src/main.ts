import { constants } from 'node:os';
import { createBackupStatusApp } from './app.ts';
import { createLog, errorFacts, exitWhenLogged, reasonOf } from './operations/log.ts';
import { readSettings, settingsToFix } from './read-settings.ts';
import { accessOf, type Settings } from './settings.ts';
import { whoMayAsk } from './slack/kit/access.ts';

/** What a stop may take, from the signal until everything is answered. */
const STOP_WITHIN_MS = 10_000;
/** After a defect the state of the process is unknown. */
const STOP_AFTER_DEFECT_WITHIN_MS = 3_000;
const SAME_SIGNAL_WITHIN_MS = 500;
/** For closing sockets and database, all bounded by themselves. */
const CLOSE_WITHIN_MS = 3_000;
/** What is thrown on purpose while the app starts, by name. */
const FOR_OPERATORS = ['Error', 'StoreError', 'AccountRulesError'];

/**
 * The process: starts the app and stops it. The first SIGTERM or SIGINT lets what is under way be answered and ends with 0,
 * a second ends at once with 143 or 130; a defect that nobody handled ends with 1.
 */
async function main(settings: Settings, warnings: readonly string[]): Promise<void> {
  const { log, inRequest } = createLog({ level: settings.LOG_LEVEL });
  log.info({ access: whoMayAsk(accessOf(settings)) }, 'starting');
  for (const reason of warnings) log.warn({ reason }, 'a setting may not be as it was meant');
  const app = createBackupStatusApp({ settings, log, inRequest });
  let exitCode = 0;
  let stopping: { readonly signal?: string; readonly atMs: number } | undefined;

  async function stop(withinMs: number, signal?: string): Promise<void> {
    stopping = { signal, atMs: performance.now() };
    setTimeout(() => {
      log.fatal('stopping takes too long; ending without it');
      exitWhenLogged(1);
    }, withinMs + CLOSE_WITHIN_MS);
    await app.stop({ withinMs });
    log.info('stopped');
    exitWhenLogged(exitCode);
  }

  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    // npm hands on the Ctrl-C that the terminal has sent to both.
    if (stopping?.signal === signal && performance.now() - stopping.atMs < SAME_SIGNAL_WITHIN_MS) return;
    if (stopping) return exitWhenLogged(128 + constants.signals[signal]);
    log.info({ signal }, 'stopping');
    void stop(STOP_WITHIN_MS, signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', () => void app.reload());

  // An unknown state is worse than a restart: say why, answer who can be answered, leave the rest to the supervisor.
  const onDefect = (thrown: unknown) => {
    const err = thrown instanceof Error ? thrown : new Error(`${typeof thrown} was thrown`);
    log.fatal({ err }, 'stopping: a defect went unhandled');
    exitCode = 1;
    if (!stopping) void stop(STOP_AFTER_DEFECT_WITHIN_MS);
  };
  process.on('unhandledRejection', onDefect);
  process.on('uncaughtException', onDefect);

  try {
    const { port, operationsPort: operations } = await app.start();
    log.info({ transport: settings.SLACK_APP_TOKEN ? 'socket' : 'http', port, operations }, 'ready');
  } catch (error) {
    if (stopping) return; // Stopped while starting: what then fails is no news.
    const reason = reasonOf(error);
    const { name, message } = errorFacts(error as Error);
    // What was thrown for the operator says all of it in its message. The trace of anything else is needed.
    const isExpected = message !== undefined && FOR_OPERATORS.includes(name);
    log.fatal(isExpected ? {} : { err: error }, `could not start: ${reason}`);
    // The other messages say it themselves.
    if (reason.startsWith('Slack'))
      log.info('the doctor says how to fix it: npm run doctor, or in the image node dist/doctor.js');
    exitWhenLogged(1);
  }
}

const result = readSettings();
if (result.kind === 'valid') await main(result.settings, result.warnings);
else {
  process.stderr.write(
    `backup-status cannot start. ${settingsToFix(result)}` +
      'No Slack workspace yet? `npm run sandbox` shows the app working without one.\n',
  );
  process.exitCode = 1;
}
