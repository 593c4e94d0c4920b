import type { Logger } from 'pino';
import { type Account, GENERAL_INFO_FIELDS, type GeneralInfoField } from '../account/account.ts';
import { judge } from '../account/judge.ts';
import { type BackupService, createBackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { type Settings, thresholdsOf } from '../settings.ts';
import * as english from '../words/en.ts';
import { type Finding, type Findings, failed, inClear, passed, skipped, warned } from './finding.ts';
import { serviceFailure } from './service-failure.ts';

const BUDGET_MS = 20_000;

const { duration } = english.time;

/** One sign-in and what it shows, and one account. Ends at the first that fails. */
export async function* checkService(
  settings: Settings,
  accountId: string | undefined,
  log: Logger,
): Findings {
  const address = settings.BACKUP_SERVICE_URL;
  const what = 'user name, password, token and every answer';
  yield* inClear('sign-in', { setting: 'BACKUP_SERVICE_URL', address, what });
  const service = createBackupService({ settings, now: Date.now, log });
  try {
    const signIn = await service.signIn();
    yield passed('sign-in', 'the service takes user name and password');
    yield zoneFinding(signIn);
    if (accountId === undefined) yield skipped('account', 'not asked for: --account ID checks one');
    else {
      const account = await service.readAccount(accountId, { budgetMs: BUDGET_MS });
      yield fieldsFinding(account, [...service.health().drifted]);
      yield* wrongClocks(account, settings);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    yield failed(error.facts.operation === 'login' ? 'sign-in' : 'account', ...serviceFailure(error));
  } finally {
    await service.close();
  }
}

type SignIn = Awaited<ReturnType<BackupService['signIn']>>;

const SET_ZONE = 'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.';
const MAY_BE_OFF = 'around a clock change they may be an hour off';

function zoneFinding({ zone: { id, assumedFrom }, token: { utcOffset } }: SignIn): Finding {
  const login = utcOffset === undefined ? '' : `; the service’s sign-in answer has the offset ${utcOffset}`;
  if (assumedFrom === 'setting')
    return passed('time zone', `service times are read as ${id}, as set${login}`);
  return assumedFrom === 'nothing'
    ? failed('time zone', 'nothing says in which zone the service tells its times; read as UTC', SET_ZONE)
    : warned(
        'time zone',
        `service times are read as UTC${id}, the offset in its sign-in answer: ${MAY_BE_OFF}`,
        SET_ZONE,
      );
}

/** As JSON, so that nothing in it can control a terminal. */
const quoted = (text: string) => JSON.stringify(text.slice(0, 60));

const STATUSES = 'çevrimiçi, çevrimdışı, yedekleniyor';
const TELL_SERVICE =
  'Tell those who run the service. Cards show these as they were sent, or “not reported”, and are right otherwise.';
const NOTHING_TO_DO =
  'Nothing to do where the service has nothing to say: cards show these as “not reported”.';

/** A ✗ that names each field that departs; a ⚠ if some are only not reported, which cards do without. */
function fieldsFinding({ status, quota, sent }: Account, drifted: readonly GeneralInfoField[]): Finding {
  const isMissing = (field: GeneralInfoField) => (sent[field] ?? 'null') === 'null';
  const missing = drifted.filter(isMissing).map((field) => `${field} is missing`);
  const wrong = [
    ...(status.kind === 'unknown' ? [`status is ${quoted(status.sent)}, none of ${STATUSES}`] : []),
    ...(quota?.kind === 'as-sent' ? [`quota is ${quoted(quota.text)}, not such as 500 GB`] : []),
    ...drifted.filter((field) => !isMissing(field)).map((field) => `${field} cannot be read`),
  ];
  if (wrong.length > 0 || missing.length === GENERAL_INFO_FIELDS.length)
    return failed('account', [...wrong, ...missing].join('; '), TELL_SERVICE);
  return missing.length > 0
    ? warned('account', missing.join('; '), NOTHING_TO_DO)
    : passed('account', 'every field is as the interface says');
}

function* wrongClocks(account: Account, settings: Settings): Generator<Finding> {
  const fix = `Set BACKUP_SERVICE_TIME_ZONE to the zone in which the service tells its times; they are read as ${account.zone.id} now.`;
  const terms = { thresholds: thresholdsOf(settings) };
  for (const reason of judge(account, Date.now(), terms).reasons) {
    if (reason.rule !== 'clock-wrong') continue;
    const ahead = `its ${reason.backup} backup is ${duration(reason.aheadMs)} in the future`;
    yield failed('account', ahead, fix);
  }
}
