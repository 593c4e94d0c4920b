import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** This program's own version, from the package.json beside `src` or `dist`. */
export function readProgramVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
