import { pino } from 'pino';
import { createBackupStatusApp } from './app.ts';
import { type Config, readConfig } from './config.ts';

/** The process: reads the settings, starts the app, stops it on the first signal and exits at once on the second. */
async function main(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: null });
  const app = createBackupStatusApp({ config, log });

  // An unknown state is worse than a restart: say why and leave the rest to the supervisor.
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'stopping: a defect went unhandled');
    process.exit(1);
  };
  process.on('unhandledRejection', die);
  process.on('uncaughtException', die);

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    await app.stop();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', () => app.reload());

  try {
    const { port } = await app.start();
    log.info({ transport: config.slack.transport.kind, port }, 'ready');
  } catch (error) {
    log.fatal({ err: error }, `could not start: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}

const result = readConfig();
if (result.kind === 'valid') await main(result.config);
else {
  const problems = result.problems.map((problem) => `  ${problem}`).join('\n');
  process.stderr.write(
    `backup-status cannot start. Settings to mend (README.md, "Settings"):\n${problems}\n\n` +
      'No Slack workspace yet? `npm run sandbox` shows the app working without one.\n',
  );
  process.exitCode = 1;
}
