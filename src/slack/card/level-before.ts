import { VERDICT_LEVELS } from '../../account/verdict.ts';
import { dateToken, isShowable } from '../kit/date-token.ts';
import type { FormatContext, LevelBefore } from '../kit/message.ts';
import { VERDICT_SIGN } from '../kit/signs.ts';
import type { ShownAnswer } from './source-context.ts';

/** The pattern also reads what 1.x kept: `1;critical;offline;t1795000000000+60000;…`, a backup's time and its age. */
const VALUE = /^(?:1;)?([a-z]+);(?:[a-z-]+;t)?(\d{1,13})(?:\+(\d{1,13});|$)/;

/** The level that a card shows, as the `value` of its button: `critical;1795000000000`. */
export function encodeLevel({ answer: { verdict, readAtMs } }: ShownAnswer): string {
  return `${verdict.level};${isShowable(readAtMs) ? Math.trunc(readAtMs) : 0}`;
}

/** Undefined for anything that is not a level of ours. */
export function decodeLevel(value: string): LevelBefore | undefined {
  const [, name, atMs, ageMs = 0] = VALUE.exec(value) ?? [];
  const level = VERDICT_LEVELS.find((known) => known === name);
  return level && { level, readAtMs: Number(atMs) + Number(ageMs) };
}

/** `Was 🚨 act now (today 03:10)`, as a plain line and as markup, where a card was drawn anew and has another level than before. */
export function levelChange(
  { answer, failure }: ShownAnswer,
  { before, nowMs, words }: FormatContext,
): { readonly text: string; readonly markup: string } | undefined {
  // An earlier answer is not news.
  if (before === undefined || failure !== undefined || before.level === answer.verdict.level)
    return undefined;
  const { level, readAtMs } = before;
  const was = (when: string) => words.recheck.was(VERDICT_SIGN[level], level, when);
  const text = was(words.time.moment({ atMs: readAtMs, zoneId: answer.account.zone.id, nowMs }));
  return { text, markup: dateToken(readAtMs, was('{date_short_pretty} {time}'), text) };
}
