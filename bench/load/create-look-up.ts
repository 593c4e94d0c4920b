import { Keyv } from 'keyv';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import type { LookupBackupStatus } from '../../src/domain/outcome.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookupBackupStatus } from '../../src/lookup/lookup-backup-status.ts';
import { createBackupService } from '../../src/service/client.ts';

/** The use case as the app joins it, without Slack in front of it. `settings` are those of the service. */
export function createLookUp(settings: Readonly<Record<string, string>>): {
  readonly lookup: LookupBackupStatus;
  readonly close: () => Promise<void>;
} {
  const result = readConfig({ SLACK_BOT_TOKEN: 'xoxb-unused', SLACK_APP_TOKEN: 'xapp-unused', ...settings });
  if (result.kind === 'invalid') throw new Error(result.problems.join('\n'));
  const { config } = result;
  const [now, log] = [Date.now, pino({ level: 'silent' })];
  const { readAccount, close } = createBackupService({ ...config.backupService, now, log });
  const lastAnswers = createLastAnswers({
    store: new Keyv(),
    ttlMs: config.lookup.lastAnswerMaxAgeMs,
    now,
    log,
  });
  const { thresholds } = config;
  const lookup = createLookupBackupStatus({
    ...config.lookup,
    termsOf: () => ({ thresholds, exceptions: {} }),
    lastAnswers,
    readAccount,
    now,
    log,
  });
  return { lookup, close };
}
