import { styleText } from 'node:util';
import type { LookupOutcome } from '../account/outcome.ts';
import { levelOf } from '../account/outcome.ts';
import { showableAnswer } from '../slack/card/showable.ts';
import { triageEntry } from '../slack/card/triage-entry.ts';
import { unsaidReasons } from '../slack/card/verdict-lines.ts';
import type { FormatContext } from '../slack/kit/message.ts';
import { cut } from '../slack/kit/tidy.ts';
import { NO_BREAK } from '../words/durations.ts';
import type { CliRun } from './run.ts';

const COLOURS = { healthy: 'green', attention: 'yellow', critical: 'red', unknown: 'magenta' } as const;
/** Narrower terminals wrap. */
const MIN_COLUMNS = 20;

/** With spaces that a script can look for: phones need the ones that do not break. */
export const plainSpaces = (text: string) => text.replaceAll(NO_BREAK, ' ');

/**
 * `🚨 Liman (1004) · Act now: no backup for 3 days · Client is up, its job is not running`, on one line: whole, or for a
 * terminal coloured up to the reasons and cut where the line would wrap.
 */
export function statusLine(
  outcome: LookupOutcome,
  context: FormatContext,
  terminal?: CliRun['terminal'],
): string {
  const { sign, title, numbers } = triageEntry(outcome.id, outcome, context);
  const reasons =
    outcome.kind === 'found' ? unsaidReasons(showableAnswer(outcome.answer).verdict, context.words) : [];
  const verdict = `${sign} ${title}`;
  const text = plainSpaces([verdict, ...(reasons.length > 0 ? reasons : [numbers])].join(' · '));
  if (terminal === undefined) return text;
  // A sign may be one character and two columns.
  const line = cut(text, Math.max(MIN_COLUMNS, terminal.columns) - 1);
  if (!terminal.hasColours) return line;
  const coloured = line.slice(0, verdict.length);
  return (
    styleText(COLOURS[levelOf(outcome)], coloured, { validateStream: false }) + line.slice(coloured.length)
  );
}
