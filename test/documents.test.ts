import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOGGABLE } from '../src/operations/log.ts';
import { SETTINGS } from '../src/settings.ts';
import { DOCUMENTS } from './documents/markdown.ts';
import { readTable } from './support/read-table.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Name, default and description of every setting, as documents should show them. */
const settings = Object.entries(SETTINGS.shape).map(([name, schema]) => {
  const unset = schema.safeParse(undefined);
  return {
    name,
    standard: unset.success ? (unset.data === undefined ? 'unset' : `\`${unset.data}\``) : 'needed',
    description: schema.description ?? '',
  };
});

describe('README.md', () => {
  // `npx vitest run test/documents.test.ts -u` writes it.
  test('lists every setting as the schema has it', async () => {
    const rows = settings.map(
      ({ name, standard, description }) => `| \`${name}\` | ${standard} | ${description} |\n`,
    );
    const listed = read('README.md').replace(/(?:^\| `[A-Z_]+` \|.*\n)+/m, () => rows.join(''));
    expect(listed).toContain(rows.join(''));
    await expect(listed).toMatchFileSnapshot('../README.md');
  });

  test('shows pictures that exist, are below 150 kB and have a description', () => {
    const files = [...read('README.md').matchAll(/(?:src|srcset)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(statSync(join(root, file)).size, file).toBeLessThan(150_000);
    const images = read('README.md').match(/<img [^>]*>/g) ?? [];
    for (const image of images) expect(image).toMatch(/ alt="[^"]{40,}"/);
  });
});

// The same command writes it.
test('.env.example lists every setting below its description, and sets nothing', async () => {
  const [head = ''] = read('.env.example').split('\n\n', 1);
  const blocks = settings.map(({ name, standard, description }) => {
    const value = /^`(.*)`$/.exec(standard)?.[1] ?? '';
    return `# ${description.replaceAll('`', '')}\n${standard === 'needed' ? '' : '# '}${name}=${value}\n`;
  });
  await expect([`${head}\n`, ...blocks].join('\n')).toMatchFileSnapshot('../.env.example');
});

test.each(['.env.example', 'docs/install.md'])('%s says which values need quotes in .env', (file) => {
  expect(read(file)).toMatch(/a value with a `?#`?, a `?\$`? or a space in single quotes/);
});

test('a number beside a setting in a guide is its default', () => {
  const BESIDE = /`([A-Z][A-Z_]+)`(?:,| \() ?(\d[\d,]*)(?=[\s.;)|])/g;
  const named = DOCUMENTS.filter((file) => file !== 'CHANGELOG.md').flatMap((file) =>
    [...read(file).matchAll(BESIDE)].map(([, name, value = '']) => ({
      name,
      standard: `\`${value.replaceAll(',', '')}\``,
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const one of named) expect(settings).toContainEqual(expect.objectContaining(one));
});

test('CHANGELOG.md begins with the version of the program and the lockfile', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  const [newest = ''] = read('CHANGELOG.md').match(/^## \d.*$/m) ?? [];
  expect(newest).toMatch(/^## \d+\.\d+\.\d+(?:-alpha)? - \d{4}-\d{2}-\d{2}$/);
  expect(newest).toContain(` ${version} `);
});

/** What pino itself and the request scope add to a line, and what src/operations/log.ts writes of an error. */
const UNLISTED = [
  ...['level', 'time', 'msg', 'requestId'],
  ...['name', 'code', 'message', 'slackError', 'stack', 'cause'],
];

test('docs/operate.md explains each field that the log may hold once', () => {
  const explained = readTable('docs/operate.md', 'Field').rows.flatMap(([names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(explained.toSorted()).toEqual([...new Set([...LOGGABLE, ...UNLISTED])].toSorted());
});
