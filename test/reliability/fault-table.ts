import { UNCHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import type { RowResult } from './run-row.ts';

const LONGEST_TEXT = 150;

/** A line for the terminal, with the first lines that the person read. */
export function lineOf({ row, seen, problems }: RowResult): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  const lines = seen.text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.slice(0, 3).join(' ⏎ ').slice(0, LONGEST_TEXT) || 'SILENCE';
  return `${mark} ${row.fault} (${row.given ?? '-'}): ${Math.round(seen.afterMs)} ms, ${read}`;
}

/** The result of a row, with its group. */
export type FaultResult = RowResult & { readonly group: string };

const { failure } = words;
const FAILURE_TITLES = [
  UNCHECKED,
  ...(['not-found', 'invalid-id', 'forbidden'] as const).map((kind) => failure[kind]('').title),
];

/** What a person got in the end, by what they read. The first match counts. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/^Slack: [^\n]*$/, 'Slack’s own error'],
  [/^Still working/, 'the pending note alone'],
  [new RegExp(`${FAILURE_TITLES.join('|')}`), 'a clear failure'],
  [/may not have been saved|cannot be read|could not start|could not be asked whether/, 'a clear failure'],
  [/^\(no message\)$/, 'no message, as nothing is news'],
  [/You don’t have access/, 'a refusal'],
  [/./s, 'what they asked for'],
];

const endingOf = (text: string) => ENDINGS.find(([pattern]) => pattern.test(text))?.[1] ?? '**silence**';

/** The list of all faults, by group and by what people got in the end. */
export function faultList(results: readonly FaultResult[]): string {
  const groups = [...Map.groupBy(results, ({ group }) => group)].map(([group, own]) => {
    const endings = Map.groupBy(own, ({ seen }) => endingOf(seen.text));
    const losses = Map.groupBy(
      own.filter(({ seen }) => seen.lost !== undefined),
      ({ seen }) => `Lost: ${seen.lost}`,
    );
    const lines = [...endings, ...losses].map(([ending, found]) => `- ${bold(ending)}: ${namesOf(found)}.`);
    return `### ${group}\n\n${lines.join('\n')}`;
  });
  const held = results.filter(({ problems }) => problems.length === 0).length;
  const count = `${results.length} faults, ${held === results.length ? 'all' : held} of them as they should be.`;
  return [count, ...groups].join('\n\n');
}

const bold = (text: string) => `**${text.replaceAll('*', '')}**`;

const namesOf = (results: readonly FaultResult[]) =>
  [...new Set(results.map(({ row }) => row.fault))].map((name) => name.replaceAll('<', '&lt;')).join('; ');
