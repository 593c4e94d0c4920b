import { styleText } from 'node:util';
import { levelOf } from '../domain/compare-outcomes.ts';
import type { LookupOutcome } from '../domain/outcome.ts';
import { showableAnswer } from '../formatters/account/showable.ts';
import { unsaidReasons } from '../formatters/account/verdict-lines.ts';
import { cut } from '../formatters/kit/tidy.ts';
import { triageEntry } from '../formatters/list/triage-entry.ts';
import type { FormatContext } from '../formatters/message.ts';
import { NO_BREAK } from '../words/durations.ts';
import type { CliRun } from './run.ts';

const COLOURS = { healthy: 'green', attention: 'yellow', critical: 'red', unknown: 'magenta' } as const;

/** `🚨 Liman (1004) · Act now: no backup for 3 days · Client is up, its job is not running`, whole and on one line. */
export function statusText(outcome: LookupOutcome, context: FormatContext): string {
  return partsOf(outcome, context).join(' · ');
}

/** With spaces that a script can look for: phones need the ones that do not break. */
export const plainSpaces = (text: string) => text.replaceAll(NO_BREAK, ' ');

/** The same for a terminal: coloured up to the reasons, and cut where the line would wrap. */
export function statusLine(
  outcome: LookupOutcome,
  context: FormatContext,
  terminal: NonNullable<CliRun['terminal']>,
): string {
  const { columns, hasColours } = terminal;
  // A sign may be one character and two columns.
  const line = cut(statusText(outcome, context), Math.max(MIN_COLUMNS, columns) - 1);
  if (!hasColours) return line;
  const [title = ''] = partsOf(outcome, context);
  const coloured = styleText(COLOURS[levelOf(outcome)], line.slice(0, title.length), {
    validateStream: false,
  });
  return coloured + line.slice(title.length);
}

/** Narrower terminals wrap. */
const MIN_COLUMNS = 20;

function partsOf(outcome: LookupOutcome, context: FormatContext): readonly string[] {
  const { sign, title, numbers } = triageEntry(outcome.id, outcome, context);
  const reasons =
    outcome.kind === 'found' ? unsaidReasons(showableAnswer(outcome.answer).verdict, context.words) : [];
  return [`${sign} ${title}`, ...(reasons.length > 0 ? reasons : [numbers])].map(plainSpaces);
}
