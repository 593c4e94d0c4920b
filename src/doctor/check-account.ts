import { type Account, GENERAL_INFO_FIELDS, type GeneralInfoField } from '../domain/account.ts';
import { judgeAccount } from '../domain/judge-account.ts';
import type { Thresholds } from '../domain/verdict.ts';
import type { BackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { ReportDrift } from '../service/parse-account.ts';
import * as english from '../words/en.ts';
import { BUDGET_MS } from './check-service.ts';
import { failed, passed, type Result, skipped, warned } from './finding.ts';
import { serviceFailure } from './service-failure.ts';

/** The service, and the departures from the interface that it has noticed. */
export interface InspectedService {
  readonly service: BackupService;
  readonly drift: readonly { readonly field: GeneralInfoField; readonly kind: Parameters<ReportDrift>[1] }[];
}

/** Reads one account and compares it with the interface; each departing field is a finding of its own. */
export async function checkAccount(
  accountId: string | undefined,
  { service, drift }: InspectedService,
  thresholds: Thresholds,
): Promise<readonly Result[]> {
  if (accountId === undefined) return [skipped('not asked for: --account ID checks one')];
  try {
    const account = await service.readAccount(accountId, { budgetMs: BUDGET_MS });
    const departures = [...departingFields(account, drift), ...wrongClocks(account, thresholds)];
    if (departures.length > 0) return departures;
    return [passed(`${quoted(accountId)}: every field is as the interface says`)];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [readFailure(accountId, error)];
  }
}

/** As JSON, so that nothing in it can control a terminal. */
const quoted = (text: string) => JSON.stringify(text.slice(0, 60));

const NOT_REPORTED: Readonly<Record<string, string>> = { absent: 'missing', null: 'null' };
const UNREAD: Readonly<Record<string, string>> = {
  'wrong-type': 'has a wrong type',
  unreadable: 'cannot be read',
};
/** Say nothing when they are empty; the other texts may be. */
const NEVER_EMPTY = ['status', 'quota', 'version'] as const;

const TELL_SERVICE =
  'Tell those who run the service. Cards show this field as it was sent, or “not reported”, and are right otherwise.';

function departingFields(account: Account, drift: InspectedService['drift']): Result[] {
  const { status, quota, sent } = account;
  const isText = (named: 'status' | 'quota') => !drift.some(({ field }) => field === named);
  return [
    ...notReported(drift),
    ...drift
      .filter(({ kind }) => kind in UNREAD)
      .map(({ field, kind }) => failed(`${field} ${UNREAD[kind]}`, TELL_SERVICE)),
    ...(status.kind === 'unknown' && isText('status') ? [unknownStatus(status.sent)] : []),
    ...(quota?.kind === 'as-sent' && isText('quota') ? [unreadQuota(quota.text)] : []),
    ...NEVER_EMPTY.filter((field) => sent[field]?.trim() === '').map((field) =>
      failed(`${field} is empty`, TELL_SERVICE),
    ),
  ];
}

/** The interface does not say which fields may be left out, and cards do without them. */
function notReported(drift: InspectedService['drift']): Result[] {
  const fields = drift.filter(({ kind }) => kind in NOT_REPORTED);
  if (fields.length === 0) return [];
  const [count, all] = [fields.length, GENERAL_INFO_FIELDS.length];
  if (drift.every(({ kind }) => kind === 'absent') && count === all) {
    return [failed('none of its fields is there', TELL_SERVICE)];
  }
  const named = fields.map(({ field, kind }) => `${field} (${NOT_REPORTED[kind]})`).join(', ');
  const fix = 'Nothing to do where the service has nothing to say: cards show these as “not reported”.';
  return [warned(`${count} of ${all} fields are not reported: ${named}`, fix)];
}

const unknownStatus = (sent: string) =>
  failed(
    `status is ${quoted(sent)}, none of çevrimiçi, çevrimdışı, yedekleniyor`,
    'Report the word to those who maintain this app: until it knows it, such accounts count as “cannot tell”.',
  );

const unreadQuota = (text: string) =>
  failed(
    `quota is ${quoted(text)}, not a number and a unit such as 500 GB`,
    'Nothing to do for the verdict: cards show it as sent.',
  );

function wrongClocks(account: Account, thresholds: Thresholds): Result[] {
  const fix = `Set BACKUP_SERVICE_TIME_ZONE to the zone in which the service tells its times; they are read as ${account.zone.id} now.`;
  return judgeAccount(account, Date.now(), thresholds)
    .reasons.filter((reason) => reason.rule === 'clock-wrong')
    .map(({ backup, aheadMs }) =>
      failed(`its ${backup} backup is ${english.time.duration(aheadMs)} in the future`, fix),
    );
}

function readFailure(accountId: string, error: ServiceError): Result {
  const { status } = error.facts;
  if (error.code === 'not-found' || error.code === 'invalid-id') {
    return failed(
      `the service knows no account ${quoted(accountId)} (HTTP ${status})`,
      'Use the id of an account that you know exists.',
    );
  }
  if (error.code === 'forbidden') {
    return failed(
      `the service account may not see ${quoted(accountId)} (HTTP ${status})`,
      'Ask those who run the service to give BACKUP_SERVICE_USERNAME the right to read accounts.',
    );
  }
  return serviceFailure(error);
}
