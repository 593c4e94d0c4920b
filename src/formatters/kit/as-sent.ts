import type { Account, GeneralInfoField } from '../../domain/account.ts';
import type { Words } from '../../words/words.ts';
import { CUTS } from './limits.ts';
import { tidy } from './tidy.ts';

/** Words for a field that has no value: what was sent for it and cannot be read, or that nothing was. */
export function withoutValue({ sent }: Account, field: GeneralInfoField, { card }: Words): string {
  const text = tidy(sent[field] ?? '', CUTS.moment);
  return text === '' || text === 'null' ? card.notReported : card.asSent(text);
}
