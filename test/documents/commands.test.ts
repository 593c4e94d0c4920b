import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BARE_ENV } from '../support/bare-env.ts';
import { DOCUMENTS, markedBlocks, PROJECT, readDocument } from './markdown.ts';

const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Readonly<Record<string, string>> };

/** A command of the product in the sandbox. test/sandbox runs it. */
const SHOWN_ELSEWHERE = /sandbox -- --once "\//;

const namedIn = (markdown: string) =>
  [...markdown.matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name);

describe('npm scripts', () => {
  test.each(DOCUMENTS)('that %s names exist', (file) => {
    expect(namedIn(readDocument(file)).filter((name) => !(name in scripts))).toEqual([]);
  });
});

test.each([
  ['docs/install.md', '## The first day'],
  ['docs/operate.md', '## The list of accounts'],
])(
  '%s, %s, shows the import for Docker and compose too: npm run would use another database',
  (file, heading) => {
    const [, rest = ''] = readDocument(file).split(`${heading}\n`);
    const [section = ''] = rest.split('\n## ');
    expect(section).toContain('npm run accounts -- import');
    for (const runs of ['docker exec -i backup-status', 'docker compose exec -T bot'])
      expect(section).toContain(`${runs} node dist/accounts.js import /dev/stdin < `);
  },
);

// Docker takes any signal of `docker kill` for a stop by hand, and does not start the container again after a reboot.
test('a container gets SIGHUP from inside, with compose each replica', () => {
  const compose = readDocument('compose.yaml');
  const sent = "sh -c 'kill -HUP 1'";
  const { services } = parse(compose) as { services: { bot: { deploy: { replicas: number } } } };
  const each = Array.from({ length: services.bot.deploy.replicas }, (_, index) => index + 1).join(' ');
  const toEach = `for i in ${each}; do docker compose exec -T --index $i bot ${sent}; done`;
  const guide = readDocument('docs/install.md');
  expect([guide, compose].filter((text) => !text.includes(toEach))).toEqual([]);
  expect(guide).toContain(`\`docker exec backup-status ${sent}\``);
  expect([guide, compose].filter((text) => /docker (?:compose )?kill -/.test(text))).toEqual([]);
});

describe('blocks marked as runnable', () => {
  const blocks = DOCUMENTS.flatMap((file) => markedBlocks(file));
  const plain = blocks.filter(({ kind, name }) => kind === 'runs' && name === undefined);

  test('are all found', () => {
    expect(plain.length).toBeGreaterThan(1);
    const marks = DOCUMENTS.flatMap((file) => readDocument(file).match(/^<!-- (?:runs|shown)\b.*$/gm) ?? []);
    expect(blocks).toHaveLength(marks.length);
  });

  // Each line starts at least one process, so only CI runs them.
  test.skipIf(!process.env.CI).each(plain)('of $file run: $text', async ({ text }) => {
    // Each line runs on its own, two at a time, because some mostly wait.
    const queue = new PQueue({ concurrency: 2 });
    const lines = text
      .trim()
      .split('\n')
      .filter((line) => !SHOWN_ELSEWHERE.test(line));
    const printed = await queue.addAll(lines.map((line) => () => run(line)));
    expect(printed).not.toContain('');
  });
});

/** The output of a line. Rejects when it fails. */
async function run(line: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-ec', line], {
    cwd: PROJECT,
    env: {
      ...BARE_ENV,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
    },
  });
  return stdout;
}
