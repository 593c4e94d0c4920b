import type { AnswerSnapshot, ToldAge } from '../../domain/compare-answers.ts';
import { VERDICT_LEVELS } from '../../domain/verdict.ts';
import { isShowable } from '../kit/date-token.ts';

const STATUSES = ['online', 'offline', 'backing-up', 'unknown', 'not-reported'] as const;
const BARE = ['ahead', 'never', 'unreadable', 'not-reported'] as const;
const MEASURED = /^([td])(\d{1,13})\+(\d{1,15})$/;
const DATE = /^(?:\d{4}-\d{2}-\d{2}|unreadable)$/;
/** A card may outlive the code that drew it. */
const VERSION = '1';

/** A snapshot as the `value` of a button, within 100 characters and without any that Slack would change on the way. */
export function encodeSnapshot({ level, status, database, folders, packageEndsOn }: AnswerSnapshot): string {
  return `${VERSION};${level};${status};${ageText(database)};${ageText(folders)};${packageEndsOn ?? ''}`;
}

function ageText(age: ToldAge): string {
  if (!('atMs' in age)) return age.kind;
  const value = age.kind === 'time' ? age.ageMs : age.daysAgo;
  if (!isShowable(age.atMs) || !(value >= 0 && value < 1e15)) return 'unreadable';
  return `${age.kind === 'time' ? 't' : 'd'}${Math.trunc(age.atMs)}+${Math.trunc(value)}`;
}

/** Undefined for anything that is not a snapshot of ours, of this version. */
export function decodeSnapshot(value: string | undefined): AnswerSnapshot | undefined {
  const parts = (value ?? '').split(';');
  if (parts.length !== 6 || parts[0] !== VERSION) return undefined;
  const level = VERDICT_LEVELS.find((known) => known === parts[1]);
  const status = STATUSES.find((known) => known === parts[2]);
  const [database, folders] = [readAge(parts[3]), readAge(parts[4])];
  const packageEndsOn = parts[5] || undefined;
  if (level === undefined || status === undefined || database === undefined || folders === undefined) {
    return undefined;
  }
  if (packageEndsOn === undefined) return { level, status, database, folders };
  return DATE.test(packageEndsOn) ? { level, status, database, folders, packageEndsOn } : undefined;
}

function readAge(text = ''): ToldAge | undefined {
  const bare = BARE.find((kind) => kind === text);
  if (bare !== undefined) return { kind: bare };
  const [, unit, at, value] = MEASURED.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const atMs = Number(at);
  return unit === 't'
    ? { kind: 'time', atMs, ageMs: Number(value) }
    : { kind: 'day', atMs, daysAgo: Number(value) };
}
