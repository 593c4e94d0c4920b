import { EARLIER_ANSWER, UNCHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import type { RowResult } from './run-row.ts';

const LONGEST_TEXT = 150;

/** What a person read: the first two lines, without what changes from run to run. */
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

/** In steps that a busy machine does not move. */
function durationOf(ms: number): string {
  const steps: readonly (readonly [number, string])[] = [
    [1_000, 'at once'],
    [4_800, '1–5 s'],
    [10_000, '5–10 s'],
    [18_000, '10–18 s'],
    [21_500, '20 s'],
  ];
  return steps.find(([limit]) => ms < limit)?.[1] ?? `${Math.round(ms / 1000)} s`;
}

/** For the terminal, with the time as it was. */
export function lineOf({ row, seen, problems }: RowResult): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  return `${mark} ${row.fault} (${row.given ?? '-'}): ${Math.round(seen.afterMs)} ms, ${readingOf(seen.text) || 'SILENCE'}`;
}

/** A row that was run, and the group that it stands in. */
export type FaultResult = RowResult & { readonly group: string };

/** Where the whole list stands, from docs/. */
const LIST = 'reliability-faults.md';

const { failure } = words;
const FAILURE_TITLES = [
  UNCHECKED,
  ...(['not-found', 'invalid-id', 'forbidden'] as const).map((kind) => failure[kind]('').title),
];

/** What a person was left with, by what they read. The first that fits counts. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/^Slack: [^\n]*$/, 'Slack’s own error'],
  [/^Still working/, 'the pending note alone'],
  [new RegExp(EARLIER_ANSWER), 'the last good answer, with its age'],
  [new RegExp(`${FAILURE_TITLES.join('|')}`), 'a clear failure'],
  [/may not have been saved|cannot be read|could not start|could not be asked whether/, 'a clear failure'],
  [/^\(no message\)$/, 'no message, as nothing is news'],
  [/You don’t have access/, 'a refusal'],
  [/./s, 'what they asked for'],
];

const endingOf = (text: string) => ENDINGS.find(([pattern]) => pattern.test(text))?.[1] ?? '**silence**';

const groupsOf = (results: readonly FaultResult[]) => [...new Set(results.map(({ group }) => group))];

const table = (head: readonly string[], lines: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const countText = (results: readonly FaultResult[]) => {
  const held = results.filter(({ problems }) => problems.length === 0).length;
  return `${results.length} faults, ${held === results.length ? 'all' : held} of them as they should be.`;
};

/** A line a group: how many faults, what people were left with, how long it took at most. */
export function faultSummary(results: readonly FaultResult[]): string {
  const lines = groupsOf(results).map((group) => {
    const own = results.filter((result) => result.group === group);
    const counts = new Map<string, number>();
    for (const { seen } of own) counts.set(endingOf(seen.text), (counts.get(endingOf(seen.text)) ?? 0) + 1);
    const endings = [...counts].sort(([, one], [, other]) => other - one);
    return [
      `[${group}](${LIST}#${anchorOf(group)})`,
      String(own.length),
      endings.map(([ending, count]) => `${ending}: ${count}`).join(' · '),
      durationOf(Math.max(...own.map(({ seen }) => seen.afterMs))),
      String(own.filter(({ seen }) => seen.lost !== undefined).length),
    ];
  });
  const head = ['Where', 'Faults', 'What people got', 'After at most', 'Something lost'];
  return `${countText(results)}\n\n${table(head, lines)}`;
}

const anchorOf = (group: string) => group.toLowerCase().replaceAll(' ', '-');

/** Every fault by name, by group and by what people were left with. */
export function faultList(results: readonly FaultResult[]): string {
  const groups = groupsOf(results).map((group) => {
    const own = results.filter((result) => result.group === group);
    const endings = Map.groupBy(own, ({ seen }) => endingOf(seen.text));
    const losses = Map.groupBy(
      own.filter(({ seen }) => seen.lost !== undefined),
      ({ seen }) => `Lost: ${seen.lost}`,
    );
    const lines = [...endings, ...losses].map(([ending, found]) => `- ${bold(ending)}: ${namesOf(found)}.`);
    return `## ${group}\n\n${lines.join('\n')}`;
  });
  return [countText(results), ...groups].join('\n\n');
}

const bold = (text: string) => `**${text.replaceAll('*', '')}**`;

const namesOf = (results: readonly FaultResult[]) =>
  [...new Set(results.map(({ row }) => row.fault))].map((name) => name.replaceAll('<', '&lt;')).join('; ');
