import type { AccountStatus } from '../../domain/account.ts';
import type { Answer } from '../../domain/outcome.ts';
import type { VerdictLevel } from '../../domain/verdict.ts';
import type { Words } from '../../words/words.ts';
import type { FormatContext } from '../message.ts';

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
function statusWord(status: AccountStatus, words: Words): string {
  return status.kind === 'unknown' ? status.sent || words.status.unknown : words.status[status.kind];
}

/** `🟢 Online` */
export function signedStatus(status: AccountStatus, words: Words): string {
  return `${STATUS_SIGN[status.kind]} ${statusWord(status, words)}`;
}

/** `1001 · Online`; in an earlier answer `1001 · Online (22 h ago)`. */
export function statusText(
  id: string,
  { account, readAtMs, source }: Answer,
  { nowMs, words }: Pick<FormatContext, 'nowMs' | 'words'>,
): string {
  const text = `${id} · ${statusWord(account.status, words)}`;
  return source === 'last-known' ? `${text} (${words.time.ago(nowMs - readAtMs)})` : text;
}

/** The same with its sign: `🟢 1001 · Online`. */
export function statusTitle(
  id: string,
  answer: Answer,
  context: Pick<FormatContext, 'nowMs' | 'words'>,
): string {
  return `${STATUS_SIGN[answer.account.status.kind]} ${statusText(id, answer, context)}`;
}
