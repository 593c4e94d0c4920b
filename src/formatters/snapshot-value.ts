import type { AnswerSnapshot, ToldAge } from '../domain/compare-answers.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '../domain/verdict.ts';
import { isShowable } from './date-token.ts';

const STATUSES = ['online', 'offline', 'backing-up', 'unknown', 'not-reported'] as const;
const BARE = ['ahead', 'never', 'unreadable', 'not-reported'] as const;
const AGE = `(?:[td]\\d{1,13}\\+\\d{1,15}|${BARE.join('|')})`;
/** The first character is the version: a card may outlive the code that drew it. */
const VALUE = new RegExp(
  `^1;(${VERDICT_LEVELS.join('|')});(${STATUSES.join('|')});(${AGE});(${AGE});(\\d{4}-\\d{2}-\\d{2})?$`,
);

/** A snapshot as the `value` of a button, within 100 characters and without any that Slack would change on the way. */
export function encodeSnapshot({ level, status, database, folders, packageEndsOn }: AnswerSnapshot): string {
  return `1;${level};${status};${ageText(database)};${ageText(folders)};${packageEndsOn ?? ''}`;
}

function ageText(age: ToldAge): string {
  if (!('atMs' in age)) return age.kind;
  const value = age.kind === 'time' ? age.ageMs : age.daysAgo;
  if (!isShowable(age.atMs) || !(value >= 0 && value < 1e15)) return 'unreadable';
  return `${age.kind === 'time' ? 't' : 'd'}${Math.trunc(age.atMs)}+${Math.trunc(value)}`;
}

/** Undefined for anything that is not a snapshot of ours, of this version. */
export function decodeSnapshot(value: string | undefined): AnswerSnapshot | undefined {
  const [, level, status, database, folders, packageEndsOn] = VALUE.exec(value ?? '') ?? [];
  if (level === undefined || database === undefined || folders === undefined) return undefined;
  return {
    // The pattern lets nothing else through.
    level: level as VerdictLevel,
    status: status as AnswerSnapshot['status'],
    database: readAge(database),
    folders: readAge(folders),
    ...(packageEndsOn !== undefined && { packageEndsOn }),
  };
}

function readAge(text: string): ToldAge {
  const bare = BARE.find((kind) => kind === text);
  if (bare !== undefined) return { kind: bare };
  const [atMs = 0, value = 0] = text.slice(1).split('+').map(Number);
  return text.startsWith('t') ? { kind: 'time', atMs, ageMs: value } : { kind: 'day', atMs, daysAgo: value };
}
