import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '../..');

export const DOCUMENTS: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...globSync('docs/**/*.md', { cwd: PROJECT }).sort(),
];

export const readDocument = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

const FENCE = /^```.*\n([\s\S]*?)^```$/gm;
const MARKED = /^<!-- (runs|shown)(?:: ([\w ]+))? -->\n```.*\n([\s\S]*?)^```$/gm;

/** A block of a document that a test runs, or whose lines it looks for. */
export interface MarkedBlock {
  readonly file: string;
  readonly kind: 'runs' | 'shown';
  /** Absent: it runs as it is, in the project's folder, and exits with 0. */
  readonly name: string | undefined;
  readonly text: string;
}

/** Blocks after `<!-- runs -->`, or after `<!-- runs: name -->` if a test of its own knows what the block needs. */
export function markedBlocks(file: string, markdown = readDocument(file)): readonly MarkedBlock[] {
  return [...markdown.matchAll(MARKED)].map(([, kind, name, text = '']) => ({
    file,
    kind: kind === 'runs' ? 'runs' : 'shown',
    name,
    text,
  }));
}

/** The only block with this name. */
export function blockNamed(file: string, kind: MarkedBlock['kind'], name: string): string {
  const found = markedBlocks(file).filter((block) => block.kind === kind && block.name === name);
  if (found[0] === undefined || found.length > 1)
    throw new Error(`${file}: ${found.length} ${kind}: ${name}`);
  return found[0].text;
}

/** The targets of links and pictures, except those elsewhere on the web. */
export function linksIn(markdown: string): readonly string[] {
  const prose = withoutCode(markdown);
  const found = [
    ...prose.matchAll(/\]\(([^)\s]+)\)/g),
    ...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g),
  ].map(([, target = '']) => target);
  return found.filter((target) => !/^[a-z]+:/i.test(target));
}

/** The anchors that GitHub gives the headings. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of markdown.replace(FENCE, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/\]\([^)]*\)/g, '')
      .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

const withoutCode = (markdown: string) => markdown.replace(FENCE, '').replace(/`[^`\n]*`/g, '');
