import type { AccountStatus } from '../../domain/account.ts';

/** The three values of the interface, in NFC. */
const WORDS = new Map<string, Exclude<AccountStatus['kind'], 'not-reported' | 'unknown'>>([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
]);

/**
 * Knows the three words in any Unicode form, in Turkish upper case and with spaces around. Any other word is
 * `unknown`, never guessed at; no word at all is `not-reported`.
 */
export function parseStatus(sent: string | undefined): AccountStatus {
  if (sent === undefined || sent.trim() === '') return { kind: 'not-reported' };
  return { kind: WORDS.get(sent) ?? WORDS.get(folded(sent)) ?? 'unknown', sent };
}

/** Turkish has two letters i: only its own rules lower İ to i and I to ı. Takes longer than the rest of an answer. */
const folded = (sent: string) => sent.normalize('NFC').trim().toLocaleLowerCase('tr');
