import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A table in a document of this project, found by the first words of its head. Returns head and rows. */
export function readTable(file: string, firstHead: string) {
  const lines = readFileSync(join(import.meta.dirname, '../..', file), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstHead} |`));
  if (start < 0) throw new Error(`${file} has no table that begins with ${firstHead}`);
  const cellsOf = (line = '') =>
    line
      // A bar inside a cell is escaped.
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  const rest = lines.slice(start + 2);
  const length = rest.findIndex((line) => !line.startsWith('|'));
  return { head: cellsOf(lines[start]), rows: rest.slice(0, length < 0 ? rest.length : length).map(cellsOf) };
}
