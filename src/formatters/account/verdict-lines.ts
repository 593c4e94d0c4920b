import type { RichTextBlock } from '@slack/types';
import type { Answer } from '../../domain/outcome.ts';
import type { Reason, RuleName, Verdict } from '../../domain/verdict.ts';
import type { Headline } from '../../words/headline.ts';
import type { Words } from '../../words/words.ts';
import { bold, bullets, line, plain, richText } from '../kit/rich-text.ts';
import { VERDICT_SIGN } from '../kit/signs.ts';
import { backupAges } from './backup-age.ts';
import { chooseHeadline, saidByHeadline } from './headline.ts';

const REASONS_AT_MOST = 3;

/**
 * A verdict in words: `lead` stands in bold, `rest` goes on. `reasons` keep the judge's ranking, notes last, and are cut
 * to what a phone shows at a glance.
 */
export interface VerdictLines {
  readonly lead: string;
  readonly rest: string;
  readonly reasons: readonly string[];
}

export function verdictLines(
  { account, verdict }: Answer,
  context: { readonly nowMs: number; readonly words: Words },
): VerdictLines {
  const { words } = context;
  const headline = chooseHeadline(verdict);
  return {
    lead: words.verdict.sentence(words.verdict.headline(headline)),
    rest: restText({ account, verdict }, headline, context),
    reasons: reasonTexts(verdict, headline, words),
  };
}

function restText(
  { account, verdict }: Pick<Answer, 'account' | 'verdict'>,
  headline: Headline,
  context: { readonly nowMs: number; readonly words: Words },
): string {
  const { words } = context;
  const doubt = headline.kind === 'with-doubt' ? headline.doubt : headline;
  if (doubt.kind === 'cannot-tell' && doubt.because === 'clock-wrong') return words.verdict.clockHint;
  const ages = isOnlyWorry(verdict, headline) ? backupAges(account, verdict, context) : [];
  return ages.length > 0 ? words.verdict.ages(ages) : '';
}

/** `✅ Backups are fine. …` with its reasons as a list. */
export function verdictBlock({ lead, rest, reasons }: VerdictLines, level: Verdict['level']): RichTextBlock {
  const first = line(plain(`${VERDICT_SIGN[level]} `), bold(lead), plain(rest && ` ${rest}`));
  if (reasons.length === 0) return richText(first);
  return richText(first, bullets(...reasons.map((reason) => line(plain(reason)))));
}

const BESIDE_BACKUPS: readonly RuleName[] = [
  'package-ends-soon',
  'package-end-unreadable',
  'package-not-asked',
  'status-unknown',
];

/** Nothing is wrong with the backups themselves: their ages are the good news beside the headline. */
function isOnlyWorry({ reasons }: Verdict, { kind }: Headline): boolean {
  return kind === 'fine' || reasons.filter(isSerious).every(({ rule }) => BESIDE_BACKUPS.includes(rule));
}

function reasonTexts({ reasons }: Verdict, headline: Headline, words: Words): string[] {
  const said = saidByHeadline(headline);
  const unsaid = reasons.filter(({ rule }) => !said.includes(rule));
  const shown = unsaid.slice(0, REASONS_AT_MOST).map(words.verdict.reason);
  const more = unsaid.length - shown.length;
  return more > 0 ? [...shown, words.verdict.moreInDetails(more)] : shown;
}

const isSerious = ({ level }: Reason) => level !== 'note';
