import { UNCHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import type { RowResult } from './run-row.ts';

const LONGEST_TEXT = 150;

/** The first two lines that a person read, without what changes between runs. */
function readingOf(text: string): string {
  const steady = text
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join(' ⏎ ')
    .replace(/\bjust now\b|\b\d+ (?:s|min) ago\b/g, 'just now')
    .replace(/\bread \d+ \w+ \d\d:\d\d \S+/g, 'read just now')
    .replace(/\b\d{1,2} \w{3} \d\d:\d\d(?: \w+(?:\/\w+)?)?/g, 'a moment')
    .replace(/\b\d+ s\b/g, 'some seconds')
    .replace(/\b[0-9a-f]{8}\b/g, 'a1b2c3d4')
    .replace(/(127\.0\.0\.1):\d+/g, '$1');
  return steady.length > LONGEST_TEXT ? `${steady.slice(0, LONGEST_TEXT - 1)}…` : steady;
}

/** A line for the terminal, with the real times. */
export function lineOf({ row, seen, problems }: RowResult): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  return `${mark} ${row.fault} (${row.given ?? '-'}): ${Math.round(seen.afterMs)} ms, ${readingOf(seen.text) || 'SILENCE'}`;
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
