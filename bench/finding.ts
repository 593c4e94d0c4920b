import type { Middle } from './statistics.ts';

/** What one measurement found: a table of its own, and the figures that it is judged by. */
export interface Finding {
  readonly title: string;
  /** What was measured, and beside what: one or two sentences. */
  readonly about: string;
  readonly columns: readonly string[];
  /** The first cell names what was measured. */
  readonly rows: readonly (readonly string[])[];
  readonly goals: readonly Goal[];
}

/** A ratio, or a figure that means the same on any machine, and what it should be. */
export interface Goal extends Middle {
  readonly name: string;
  readonly should: 'at least' | 'at most';
  readonly limit: number;
  readonly unit: Unit;
}

/** The goal to be no worse than this. */
export const atMost = (name: string, found: Middle, limit: number, unit: Unit = '×'): Goal => ({
  ...{ name, ...found, limit, unit },
  should: 'at most',
});

export type Unit = '×' | 'a second' | 'ms' | 's' | 'MB' | '% of a core';

/** How much is measured. */
export interface Sizes {
  readonly isQuick: boolean;
  /** Of everything that is compared; an odd number has one in the middle. */
  readonly rounds: number;
  /** Of load, in each round. */
  readonly loadMs: number;
}

/** Missed by more than three spreads. A value that is not a number is missed. */
export const isMissed = ({ value, spread, should, limit }: Goal): boolean =>
  should === 'at least' ? !(value + 3 * spread >= limit) : !(value - 3 * spread <= limit);

/** `1,234 a second`, `0.58 ×`, `23 ms` */
export function figure(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${value.toLocaleString('en-US', format)} ${unit}`;
}

export const middle = ({ value, spread }: Middle, unit: Unit): string =>
  `${figure(value, unit)} ±${spread.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`;

/** `Throughput beside Bolt hello: 0.58 × ±0.03 (at least 0.55 ×): met` */
export const goalText = (goal: Goal): string =>
  `${goal.name}: ${middle(goal, goal.unit)} (${bound(goal)}): ${isMissed(goal) ? 'MISSED' : 'met'}`;

const bound = ({ should, limit, unit }: Goal): string => `${should} ${figure(limit, unit)}`;

/** A finding for a terminal. */
export function terminalTable({ title, columns, rows, goals }: Finding): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [
    `\n${title}`,
    ...lines.map((line) => `  ${line.trimEnd()}`),
    ...goals.map((goal) => `  → ${goalText(goal)}`),
  ].join('\n');
}

/** docs/performance.md. Nothing in it depends on the day. */
export function performancePage(findings: readonly Finding[], machine: string): string {
  const goals = findings.flatMap((finding) => finding.goals);
  const goalRows = goals.map((goal) => [
    goal.name,
    bound(goal),
    middle(goal, goal.unit),
    isMissed(goal) ? '**missed**' : 'met',
  ]);
  return [
    '# Performance',
    HOW_TO_READ,
    `Machine: ${machine}.`,
    '## Goals',
    markdownTable(['Goal', 'should be', 'is', ''], goalRows),
    ...findings.flatMap(({ title, about, columns, rows }) => [
      `## ${title}`,
      about,
      markdownTable(columns, rows),
    ]),
    '',
  ].join('\n\n');
}

const HOW_TO_READ = `\`npm run bench\` writes this page. Every figure comes from one run on one machine, over real sockets on 127.0.0.1.

- Only the ratios hold on other machines: they compare programs that ran in turn.
- A figure is the median of its rounds; ± is the median distance of a round from it.
- A goal is missed when the figure is more than three times that distance on the wrong side. [Why these goals](decisions/0007-what-speed-is-held-against.md).
- Each answer is checked: a bot that refuses or fails ends the run.
- \`npm run bench -- --quick\` takes less than two minutes, without the last section, writes nothing, and fails when a goal is missed.`;

function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
