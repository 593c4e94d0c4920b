import type { Account } from '../../account/account.ts';
import type { Words } from '../../words/words.ts';
import { withoutValue } from './showable.ts';

/** `500 GB`, or what was sent in place of a size. */
export function quotaText(account: Account, words: Words): string {
  const { quota } = account;
  if (quota?.kind === 'size') return words.card.quota(quota.amount, quota.unit);
  return quota?.text ? words.card.asSent(quota.text) : withoutValue(account, 'quota', words);
}
