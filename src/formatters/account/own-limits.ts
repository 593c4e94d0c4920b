import type { ContextBlock } from '@slack/types';
import type { Verdict } from '../../domain/verdict.ts';
import type { Words } from '../../words/words.ts';
import { CUTS } from '../kit/limits.ts';
import { plainText } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';

/**
 * For a healthy account with its own limits, those limits: `Own limits here: late after 80 h (weekly customers)`.
 * Elsewhere the reasons say their limits.
 */
export function ownLimits({ level, thresholds, exceptions }: Verdict, { card }: Words): ContextBlock[] {
  if (level !== 'healthy') return [];
  const { late, stale } = thresholds;
  const limits = [
    { text: card.lateAfter(late), rule: ruleIn(late.setBy) },
    { text: card.staleAfter(stale), rule: ruleIn(stale.setBy) },
    { text: card.weekdaysOnly, rule: ruleIn(exceptions?.weekdaysOnly?.setBy ?? '') },
  ].flatMap(({ text, rule }) => (rule === '' ? [] : [{ text, rule }]));
  const byRule = Object.entries(Object.groupBy(limits, ({ rule }) => rule));
  const said = byRule.map(([rule, own = []]) => card.ownLimit(own.map(({ text }) => text).join(', '), rule));
  return said.length === 0 ? [] : [{ type: 'context', elements: [plainText(card.ownLimits(said))] }];
}

/** The rule in `file: rule`; empty for the name of a setting. */
function ruleIn(setBy: string): string {
  const at = setBy.indexOf(': ');
  return at === -1 ? '' : tidy(setBy.slice(at + 2), CUTS.fact);
}
