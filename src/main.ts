import { createBackupStatusApp, STOP_WITHIN_MS } from './app.ts';
import { createLog, errorFacts, exitWhenLogged, reasonOf } from './operations/log.ts';
import { accessOf, readSettings, type Settings, settingsToFix } from './settings.ts';
import { whoMayAsk } from './slack/kit/access.ts';

/** After a defect the state of the process is unknown. */
const STOP_AFTER_DEFECT_WITHIN_MS = 3_000;
/** The time after a stop for closing sockets and database, which have limits of their own. */
const CLOSE_WITHIN_MS = 3_000;
/** The names of the errors that the app throws on purpose while it starts. */
const FOR_OPERATORS = ['Error', 'StoreError', 'AccountRulesError'];

/**
 * Starts and stops the app. After SIGTERM or SIGINT, running requests are answered and the process exits with 0. An unhandled
 * defect exits with 1.
 */
async function main(settings: Settings, warnings: readonly string[]): Promise<void> {
  const { log, inRequest } = createLog(settings.LOG_LEVEL);
  log.info({ access: whoMayAsk(accessOf(settings)) }, 'starting');
  for (const reason of warnings) log.warn({ reason }, 'a setting may be wrong');
  const app = createBackupStatusApp({ settings, log, inRequest });
  let exitCode = 0;
  let isStopping = false;

  async function stop(withinMs: number): Promise<void> {
    isStopping = true;
    setTimeout(() => {
      log.fatal('stopping took too long; exiting');
      exitWhenLogged(1);
    }, withinMs + CLOSE_WITHIN_MS);
    await app.stop({ withinMs });
    log.info('stopped');
    exitWhenLogged(exitCode);
  }

  const onSignal = (signal: string) => {
    // npm forwards the Ctrl-C that the terminal has sent to both processes.
    if (isStopping) return;
    log.info({ signal }, 'stopping');
    void stop(STOP_WITHIN_MS);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', () => void app.reload());

  // The state of the process is unknown, so it answers whom it can and exits. The supervisor restarts it.
  const onDefect = (thrown: unknown) => {
    const err = thrown instanceof Error ? thrown : new Error(`${typeof thrown} was thrown`);
    log.fatal({ err }, 'stopping after an unhandled defect');
    exitCode = 1;
    if (!isStopping) void stop(STOP_AFTER_DEFECT_WITHIN_MS);
  };
  process.on('unhandledRejection', onDefect);
  process.on('uncaughtException', onDefect);

  try {
    const { port, operationsPort: operations } = await app.start();
    log.info({ transport: settings.SLACK_APP_TOKEN ? 'socket' : 'http', port, operations }, 'ready');
  } catch (error) {
    if (isStopping) return; // It was stopped while starting, so failures are expected.
    const { name, message } = errorFacts(error as Error);
    // What was thrown for the operator says all of it in its message. The trace of anything else is needed.
    const isExpected = message !== undefined && FOR_OPERATORS.includes(name);
    log.fatal(isExpected ? {} : { err: error }, `could not start: ${reasonOf(error)}`);
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
