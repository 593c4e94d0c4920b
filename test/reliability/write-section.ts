import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs');

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in a document of docs/. */
export function writeSection(file: string, name: string, text: string): void {
  const path = join(FOLDER, file);
  const document = readFileSync(path, 'utf8');
  const section = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!section.test(document)) throw new Error(`docs/${file} has no section "${name}"`);
  writeFileSync(
    path,
    document.replace(section, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`),
  );
}
