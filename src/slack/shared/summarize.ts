import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TermsOf } from '../../domain/account-terms.ts';
import { type Overview, type Summary, summaryOf, type Turn, turnOf } from '../../domain/watch/summary.ts';

/** So many accounts are looked at before others are served: of thousands each is judged. */
const AT_A_TIME = 500;

/** What a summary of that moment says. */
export async function summarize(overview: Overview, termsOf: TermsOf, nowMs: number): Promise<Summary> {
  const { accounts } = overview;
  const turns: Turn[] = [];
  for (let from = 0; from < accounts.length; from += AT_A_TIME) {
    await nextTurn();
    for (const account of accounts.slice(from, from + AT_A_TIME)) {
      const turn = turnOf(account, termsOf, nowMs);
      if (turn !== undefined) turns.push(turn);
    }
  }
  return summaryOf(overview, turns, nowMs);
}
