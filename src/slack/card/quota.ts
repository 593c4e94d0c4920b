import type { Account, GeneralInfoField } from '../../account/account.ts';
import { NO_BREAK } from '../../words/grammar.ts';
import type { Words } from '../../words/words.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

/** `500 GB`, or what was sent in place of a size. */
export function quotaText(account: Account, words: Words): string {
  const { quota } = account;
  if (quota?.kind === 'size') return `${words.numbers.count(quota.amount)}${NO_BREAK}${quota.unit}`;
  return quota?.text ? words.card.asSent(quota.text) : withoutValue(account, 'quota', words);
}

/** Text for a field without a value: what was sent if it cannot be read, or that nothing was sent. */
export function withoutValue({ sent }: Account, field: GeneralInfoField, { card }: Words): string {
  const text = sanitize(sent[field] ?? '', MAX_LENGTHS.timeText);
  return text === '' || text === 'null' ? card.notReported : card.asSent(text);
}
