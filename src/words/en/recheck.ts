import type { VerdictLevel } from '../../domain/verdict.ts';
import { LEVEL } from './names.ts';

/** On a shared card, after Re-check. */
export const recheck = {
  /** The level before, where it is another one now, and when it was read. */
  was: (sign: string, level: VerdictLevel, when: string) => `Was ${sign} ${LEVEL[level]} (${when})`,
  /** A card in a channel that can no longer be changed. */
  cardSpent: 'That card has expired and can no longer be updated.',
  /** Opens the command to type. */
  shareAgain: 'To share a new one, type:',
};
