import type { FaultRow } from './fault-row.ts';
import type { RowResult } from './run-row.ts';

const LONGEST_TEXT = 150;

/** What a person read: the first two lines, without what changes from run to run. */
export function readingOf(text: string): string {
  const steady = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 2)
    .join(' ⏎ ')
    .replace(/\bjust now\b|\b\d+ (?:s|min) ago\b/g, 'just now')
    .replace(/\b\d+ s\b/g, 'some seconds')
    .replace(/\b[0-9a-f]{8}\b/g, 'a1b2c3d4');
  return steady.length > LONGEST_TEXT ? `${steady.slice(0, LONGEST_TEXT - 1)}…` : steady;
}

/** In steps that a busy machine does not move. */
export function durationOf(ms: number): string {
  const steps: readonly (readonly [number, string])[] = [
    [1_000, 'at once'],
    [4_800, '1–5 s'],
    [10_000, '5–10 s'],
    [18_000, '10–18 s'],
    [21_500, '20 s'],
  ];
  return steps.find(([limit]) => ms < limit)?.[1] ?? `${Math.round(ms / 1000)} s`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** For the terminal, with the time as it was. */
export function lineOf({ row, seen, problems }: RowResult): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  return `${mark} ${row.fault} (${row.given ?? '-'}): ${Math.round(seen.afterMs)} ms, ${readingOf(seen.text) || 'SILENCE'}`;
}

/** One table, a line a row, in the order of the rows. */
export function faultTable(results: readonly (RowResult & { group: string; row: FaultRow })[]): string {
  const lines = results.map(({ group, row, seen }) =>
    [
      group,
      row.fault,
      row.given ?? '',
      readingOf(seen.text) || '**silence**',
      durationOf(seen.afterMs),
      seen.lost ?? 'nothing',
    ]
      .map(cell)
      .join(' | '),
  );
  const held = results.filter(({ problems }) => problems.length === 0).length;
  return [
    `${results.length} faults, ${held} of them as they should be.`,
    '',
    '| Where | Fault | Given | What the person read | After | Lost |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}
