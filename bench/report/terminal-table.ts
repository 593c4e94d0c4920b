import type { Finding } from '../finding.ts';
import { goalText } from './goal-text.ts';

/** A finding for a terminal. */
export function terminalTable({ title, columns, rows, goals }: Finding): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [
    '',
    title,
    ...lines.map((line) => `  ${line}`),
    ...goals.map((goal) => `  → ${goalText(goal)}`),
  ].join('\n');
}
