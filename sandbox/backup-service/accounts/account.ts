import { dateAtOffset, timeAtOffset } from '../service-time.ts';

/** The body of a general-info answer, right or wrong on purpose. */
export type GeneralInfoBody = Readonly<Record<string, unknown>>;

/** An account of the reference service. Dates in the body are relative to now, so that ages never change. */
export interface ReferenceAccount {
  readonly id: string;
  /** What the account demonstrates, in a few words. */
  readonly title: string;
  readonly body: (asOf: AccountsAsOf, utcOffset: string) => GeneralInfoBody;
}

/** The moments that the times of accounts are told from, epoch milliseconds. */
export interface AccountsAsOf {
  /** "20 minutes ago" is 20 minutes before it. */
  readonly backupsMs: number;
  /** "In 5 days" is 5 days after it. */
  readonly packagesMs: number;
  /** When the backups of every account had run that ever has any: they are as old as usual then, some hours. */
  readonly ranAtMs?: number | undefined;
}

/** The moment at which an account is asked for; its functions give fields and dates relative to it. */
export interface TimeText {
  /** The two fields of the last database backup, `agoMs` ago. */
  readonly database: (agoMs: number) => GeneralInfoBody;
  /** The two fields of the last folder backup, `agoMs` ago. */
  readonly folders: (agoMs: number) => GeneralInfoBody;
  /** The service's calendar day, this number of days from today. */
  readonly dayIn: (days: number) => string;
}

/** Units for saying how long ago. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A healthy account, except for the fields that `differences` returns. */
export function accountLike1001(
  id: string,
  title: string,
  differences: (timeText: TimeText) => GeneralInfoBody = () => ({}),
): ReferenceAccount {
  return {
    id,
    title,
    body(asOf, utcOffset) {
      const timeText = timeAt(asOf, utcOffset);
      return { ...healthyBody(timeText), ...differences(timeText) };
    },
  };
}

/** The oldest backup of a healthy account. */
const USUAL_MS = 5 * HOUR_MS;

function timeAt({ backupsMs, packagesMs, ranAtMs = 0 }: AccountsAsOf, utcOffset: string): TimeText {
  const backup = (kind: 'Db' | 'Folders') => (agoMs: number) => {
    const atMs = Math.max(backupsMs - agoMs, ranAtMs - Math.min(agoMs, USUAL_MS));
    return {
      [`lastBackupDate${kind}`]: dateAtOffset(atMs, utcOffset),
      [`lastBackupTime${kind}`]: timeAtOffset(atMs, utcOffset),
    };
  };
  return {
    database: backup('Db'),
    folders: backup('Folders'),
    dayIn: (days) => dateAtOffset(packagesMs + days * DAY_MS, utcOffset),
  };
}

/** What the service says of account 1001. */
export function healthyBody({ database, folders, dayIn }: TimeText): GeneralInfoBody {
  return {
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
  };
}
