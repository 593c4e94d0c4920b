import type { AccountStatus } from '../domain/account.ts';
import type { VerdictLevel } from '../domain/verdict.ts';
import type { Words } from '../words/words.ts';

/** Red is kept for verdicts; the white circle is Slack's own sign for being away. Never without its word. */
const STATUS_SIGN: Readonly<Record<AccountStatus['kind'], string>> = {
  online: '🟢',
  offline: '⚪',
  'backing-up': '🔄',
  unknown: '❔',
  'not-reported': '❔',
};

export const VERDICT_SIGN: Readonly<Record<VerdictLevel, string>> = {
  healthy: '✅',
  attention: '⚠️',
  critical: '🚨',
  unknown: '❔',
};

export const NOT_CHECKED_SIGN = '❔';

/** The word for a status: a word that is not known is shown as it was sent. */
export function statusWord(status: AccountStatus, words: Words): string {
  return status.kind === 'unknown' ? status.sent || words.status.unknown : words.status[status.kind];
}

/** `🟢 Online` */
export function signedStatus(status: AccountStatus, words: Words): string {
  return `${STATUS_SIGN[status.kind]} ${statusWord(status, words)}`;
}

/** `🟢 1001 · Online` */
export function statusTitle(id: string, status: AccountStatus, words: Words): string {
  return `${STATUS_SIGN[status.kind]} ${id} · ${statusWord(status, words)}`;
}
