import { type BackupServiceError, HttpError, isBackupServiceError } from '../backup-service/errors.ts';
import type { InspectedAccount, ServiceInspection, SignIn } from '../backup-service/inspect-service.ts';
import { type Account, GENERAL_INFO_FIELDS } from '../domain/account.ts';
import { judgeAccount } from '../domain/judge-account.ts';
import type { Thresholds } from '../domain/verdict.ts';
import { english } from '../words/en.ts';
import { type Finding, failed, passed, skipped, warned } from './finding.ts';
import { serviceTrouble } from './service-trouble.ts';

/** Reads one account and holds it against the interface, each departing field a finding of its own. */
export async function checkAccount(deps: {
  readonly inspection: ServiceInspection;
  readonly signIn: SignIn;
  readonly accountId: string | undefined;
  readonly thresholds: Thresholds;
  readonly now: () => number;
}): Promise<readonly Finding[]> {
  const { inspection, signIn, accountId, thresholds, now } = deps;
  if (accountId === undefined) return [skipped('account', 'not asked for: --account ID checks one')];
  try {
    const inspected = await inspection.readAccount(accountId, signIn);
    const departures = [
      ...departingFields(inspected),
      ...wrongClocks(inspected.account, { thresholds, nowMs: now() }),
    ];
    const fields = GENERAL_INFO_FIELDS.length;
    return departures.length === 0
      ? [passed('account', `${quoted(accountId)}: all ${fields} fields are as the interface says`)]
      : departures;
  } catch (error) {
    if (!isBackupServiceError(error)) throw error;
    return [failed('account', ...readFailure(accountId, error))];
  }
}

/** As JSON, so that nothing in it can play with a terminal. */
const quoted = (text: string) => JSON.stringify(text.slice(0, 60));

const NOT_REPORTED: Readonly<Record<string, string>> = { absent: 'missing', null: 'null' };
const DRIFT = {
  'wrong-type': 'has a wrong type',
  unreadable: 'cannot be read',
} as const;

const TELL_SERVICE =
  'Tell those who run the service. Cards show this field as it was sent, or “not reported”, and are right otherwise.';

function departingFields({ account, drift }: InspectedAccount): Finding[] {
  const { status, quota } = account;
  const isText = (named: 'status' | 'quota') => !drift.some(({ field }) => field === named);
  return [
    ...notReported(drift),
    ...drift.flatMap(({ field, kind }) =>
      kind === 'absent' || kind === 'null'
        ? []
        : [failed('account', `${field} ${DRIFT[kind]}`, TELL_SERVICE)],
    ),
    ...(status.kind === 'unknown' && isText('status') ? [unknownStatus(status.sent)] : []),
    ...(quota?.kind === 'as-sent' && isText('quota') ? [unreadQuota(quota.text)] : []),
    ...emptyFields(account),
  ];
}

/** The interface does not say which fields may be left out, and cards do without them. */
function notReported(drift: InspectedAccount['drift']): Finding[] {
  const fields = drift.filter(({ kind }) => kind in NOT_REPORTED);
  if (fields.length === 0) return [];
  const [count, all] = [fields.length, GENERAL_INFO_FIELDS.length];
  if (drift.every(({ kind }) => kind === 'absent') && count === all) {
    return [failed('account', `none of the ${all} fields is there`, TELL_SERVICE)];
  }
  const named = fields.map(({ field, kind }) => `${field} (${NOT_REPORTED[kind]})`).join(', ');
  const fix = 'Nothing to do where the service has nothing to say: cards show these as “not reported”.';
  return [warned('account', `${count} of ${all} fields are not reported: ${named}`, fix)];
}

const unknownStatus = (sent: string) =>
  failed(
    'account',
    `status is ${quoted(sent)}, none of çevrimiçi, çevrimdışı, yedekleniyor`,
    'Report the word to those who maintain this app: until it knows it, such accounts count as “cannot tell”.',
  );

const unreadQuota = (text: string) =>
  failed(
    'account',
    `quota is ${quoted(text)}, not a number and a unit such as 500 GB`,
    'Nothing to do for the verdict: cards show it as sent.',
  );

/** These say nothing when they are empty; the other texts may be. */
function emptyFields({ sent }: Account): Finding[] {
  const must = ['status', 'quota', 'version'] as const;
  return must
    .filter((field) => sent[field]?.trim() === '')
    .map((field) => failed('account', `${field} is empty`, TELL_SERVICE));
}

function wrongClocks(
  account: Account,
  { thresholds, nowMs }: { readonly thresholds: Thresholds; readonly nowMs: number },
): Finding[] {
  const fix = `Set BACKUP_SERVICE_TIME_ZONE to the zone in which the service tells its times; they are read as ${account.zone.id} now.`;
  return judgeAccount(account, nowMs, thresholds).reasons.flatMap((reason) =>
    reason.rule === 'clock-wrong'
      ? [
          failed(
            'account',
            `its ${reason.backup} backup is ${english.time.duration(reason.aheadMs)} in the future`,
            fix,
          ),
        ]
      : [],
  );
}

function readFailure(accountId: string, error: BackupServiceError): [message: string, fix: string] {
  const status = error instanceof HttpError && error.hasErrorObject ? error.status : undefined;
  if (status === 404 || status === 400) {
    return [
      `the service knows no account ${quoted(accountId)} (HTTP ${status})`,
      'Take an id that is known to be right.',
    ];
  }
  if (status === 401 || status === 403) {
    return [
      `the service account may not see ${quoted(accountId)} (HTTP ${status})`,
      'Ask those who run the service to give BACKUP_SERVICE_USERNAME the right to read accounts.',
    ];
  }
  const { message, fix } = serviceTrouble(error);
  return [message, fix];
}
