import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a .dockerignore says of a path, relative and with forward slashes: the last pattern that fits it or a folder above it decides. */
export function isLetThrough(dockerignore: string, path: string): boolean {
  const parts = path.split('/');
  const ways = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return patternsOf(dockerignore).reduce(
    (isIn, { pattern, isException }) => (ways.some((way) => pattern.test(way)) ? isException : isIn),
    true,
  );
}

/** Copies of `from` what its .dockerignore lets through: what an engine would be sent. */
export function copyContext(from: string, to: string): void {
  const dockerignore = readFileSync(join(from, '.dockerignore'), 'utf8');
  for (const name of readdirSync(from)) {
    if (!isLetThrough(dockerignore, name)) continue;
    const filter = (source: string) => isLetThrough(dockerignore, source.slice(from.length + 1));
    cpSync(join(from, name), join(to, name), { recursive: true, filter });
  }
}

function patternsOf(dockerignore: string) {
  const lines = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const isException = line.startsWith('!');
    const plain = (isException ? line.slice(1) : line).replace(/^\/|\/$/g, '');
    const source = plain
      .replace(/[.+^${}()|\\]/g, '\\$&')
      .replace(/\*\*|\*|\?/g, (wild) => ({ '**': '.*', '*': '[^/]*' })[wild] ?? '[^/]');
    return { isException, pattern: new RegExp(`^${source}$`) };
  });
}
