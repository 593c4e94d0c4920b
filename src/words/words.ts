import type { AccountStatus } from '../domain/account.ts';
import type { AccessWords } from './access-words.ts';
import type { CardWords, DetailsWords, FailureWords, TriageWords, VerdictWords } from './answer-words.ts';
import type { CheckUpWords } from './check-up-words.ts';
import type { CommandWords } from './command-words.ts';
import type { NumberWords, TimeWords } from './grammar-words.ts';
import type { HomeWords, PinWords, RecheckWords } from './home-words.ts';

import type { ShortcutWords } from './shortcut-words.ts';

/**
 * Everything people read, in one language. Grammar, plurals, numbers and dates all live behind it, so that a language
 * is one object of this type and a missing phrase does not compile. Texts that come from outside (an id, a status
 * word) are passed in clean and cut; what comes out is plain text, to be escaped by whoever puts it into markup.
 */
export interface Words {
  readonly numbers: NumberWords;
  readonly time: TimeWords;
  readonly status: Readonly<Record<AccountStatus['kind'], string>>;
  readonly verdict: VerdictWords;
  readonly card: CardWords;
  readonly buttons: Readonly<Record<ButtonName, string>>;
  readonly failure: FailureWords;
  readonly triage: TriageWords;
  readonly details: DetailsWords;
  readonly command: CommandWords;
  readonly checkUp: CheckUpWords;
  readonly home: HomeWords;
  readonly pins: PinWords;
  readonly recheck: RecheckWords;
  readonly access: AccessWords;
  readonly shortcut: ShortcutWords;
}

type ButtonName =
  | 'refresh'
  | 'retry'
  | 'recheck'
  | 'share'
  | 'details'
  | 'pin'
  | 'unpin'
  | 'name'
  | 'open'
  | 'lookUp'
  | 'previous'
  | 'next';
