import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../docs/reliability.md');

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->` in docs/reliability.md. */
export function writeSection(name: string, text: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const section = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!section.test(document)) throw new Error(`docs/reliability.md has no section "${name}"`);
  writeFileSync(
    DOCUMENT,
    document.replace(section, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`),
  );
}
