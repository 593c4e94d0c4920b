import type { LookupOutcome } from '../../domain/outcome.ts';
import { formatFailure } from '../failure/failure-message.ts';
import type { FormatContext, Message } from '../message.ts';
import { accountCard } from './account-card.ts';

/** One look-up as a message: the account's card, the card of an earlier answer, or what went wrong. */
export function formatLookup(outcome: LookupOutcome, context: FormatContext): Message {
  if (outcome.kind === 'found') return accountCard(outcome, context);
  if (outcome.kind === 'unavailable' && outcome.lastKnown !== undefined) {
    return accountCard({ id: outcome.id, answer: outcome.lastKnown, failure: outcome }, context);
  }
  return formatFailure(outcome, context);
}
