/** The body of a general-info answer, valid or deliberately invalid. */
export type GeneralInfoBody = Readonly<Record<string, unknown>>;

/** An account of the reference service. Its dates are relative to now, so its backups never age. */
export interface ReferenceAccount {
  readonly id: string;
  /** The customer's name. */
  readonly name: string;
  /** What the account demonstrates, in a few words. */
  readonly title: string;
  readonly body: (times: Times) => GeneralInfoBody;
}

/** The times that the accounts' dates are relative to, in epoch milliseconds. */
export interface AccountsAsOf {
  /** "20 minutes ago" is 20 minutes before it. */
  readonly backupsMs: number;
  /** "In 5 days" is 5 days after it. */
  readonly packagesMs: number;
  /** When all backups last ran: they are then as old as usual, a few hours. Accounts without any keep none. */
  readonly ranAtMs?: number | undefined;
}

/** Fields and dates relative to the time at which an account is asked for. */
interface Times {
  /** The two fields of the last database backup, `agoMs` ago. */
  readonly database: (agoMs: number) => GeneralInfoBody;
  /** The two fields of the last folder backup, `agoMs` ago. */
  readonly folders: (agoMs: number) => GeneralInfoBody;
  /** The service's calendar day, this number of days from today. */
  readonly dayIn: (days: number) => string;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The age of a healthy account's oldest backup. */
const USUAL_MS = 5 * HOUR_MS;

/** A healthy account, except for the fields that `differences` returns. Undefined fields are left out. */
export const account = (
  id: string,
  name: string,
  title: string,
  differences: (times: Times) => GeneralInfoBody = () => ({}),
): ReferenceAccount => ({
  id,
  name,
  title,
  body: (times) => ({ ...healthyBody(times), ...differences(times) }),
});

/** The service's answer for account 1001. */
export const healthyBody = ({ database, folders, dayIn }: Times): GeneralInfoBody => ({
  packageName: 'Kurumsal 500',
  endDate: dayIn(200),
  email: 'bilgi@musteri.example',
  status: 'çevrimiçi',
  quota: '500 GB',
  backupCount: 1240,
  ...database(2 * HOUR_MS),
  ...folders(5 * HOUR_MS),
  maxFolderCount: 50,
  foldersFilesCount: 21,
  dailyBackupCount: 4,
  todayBackupCount: 2,
  version: '4.12.0',
  darkMode: false,
});

/** The times for one request, at the service's UTC offset. */
export function timesAt({ backupsMs, packagesMs, ranAtMs = 0 }: AccountsAsOf, utcOffset: string): Times {
  const backup = (kind: 'Db' | 'Folders') => (agoMs: number) => {
    const at = isoAtOffset(Math.max(backupsMs - agoMs, ranAtMs - Math.min(agoMs, USUAL_MS)), utcOffset);
    return { [`lastBackupDate${kind}`]: at.slice(0, 10), [`lastBackupTime${kind}`]: at.slice(11, 19) };
  };
  return {
    database: backup('Db'),
    folders: backup('Folders'),
    dayIn: (days) => isoAtOffset(packagesMs + days * DAY_MS, utcOffset).slice(0, 10),
  };
}

/** `2026-11-21T08:46:36.000+03:00`. Throws a RangeError for an offset unlike `+HH:MM` or `-HH:MM`. */
export function isoAtOffset(atMs: number, utcOffset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? [];
  const aheadMs = Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  return new Date(atMs + aheadMs).toISOString().replace('Z', utcOffset);
}
