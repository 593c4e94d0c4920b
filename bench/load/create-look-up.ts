import { Keyv } from 'keyv';
import { pino } from 'pino';
import type { LookupBackupStatus } from '../../src/account/outcome.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookupBackupStatus, LOOKUP_LIMITS } from '../../src/lookup/lookup-backup-status.ts';
import { readSettings } from '../../src/read-settings.ts';
import { createBackupService } from '../../src/service/client.ts';
import { backupServiceOf, thresholdsOf } from '../../src/settings.ts';

/** The use case as the app joins it, without Slack in front of it. `settings` are those of the service. */
export function createLookUp(settings: Readonly<Record<string, string>>): {
  readonly lookup: LookupBackupStatus;
  readonly close: () => Promise<void>;
} {
  const result = readSettings({
    SLACK_BOT_TOKEN: 'xoxb-unused',
    SLACK_APP_TOKEN: 'xapp-unused',
    ...settings,
  });
  if (result.kind === 'invalid') throw new Error(result.problems.join('\n'));
  const [now, log] = [Date.now, pino({ level: 'silent' })];
  const { readAccount, close } = createBackupService({ ...backupServiceOf(result.settings), now, log });
  const lastAnswers = createLastAnswers({
    store: new Keyv(),
    ttlMs: LOOKUP_LIMITS.lastAnswerMaxAgeMs,
    now,
    log,
  });
  const thresholds = thresholdsOf(result.settings);
  const lookup = createLookupBackupStatus({
    ...LOOKUP_LIMITS,
    termsOf: () => ({ thresholds, exceptions: {} }),
    lastAnswers,
    readAccount,
    now,
    log,
  });
  return { lookup, close };
}
