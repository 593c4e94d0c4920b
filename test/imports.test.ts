import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Only for the types of what it creates; its errors and tables stay inside. */
const STORE = 'src/store/create-store.ts';

/** Events that parts report and metrics count. */
const EVENTS = 'src/operations/events.ts';

/** What each part may import: other parts and packages. Every part may import modules of Node. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/account': ['@date-fns/tz', 'zod'],
  'src/async.ts': [],
  'src/words': ['src/account', 'src/watch', 'date-fns', '@date-fns/tz'],
  // Pure parts of every message.
  'src/slack/kit': ['src/account', 'src/words', '@slack/types'],
  'src/service': [
    ...['src/settings.ts', 'src/async.ts', 'src/account', EVENTS, 'undici', 'p-queue', 'zod'],
    ...['keyv', 'pino'],
  ],
  'src/lookup': [
    ...['src/async.ts', 'src/account', 'src/watch', EVENTS, STORE, 'src/service', 'lru-cache', 'zod'],
    ...['keyv', 'pino'],
  ],
  'src/targets': ['src/settings.ts', 'src/watch', 'undici', 'pino', 'zod'],
  'src/watch': ['src/account'],
  'src/watch/engine': ['src/account', 'src/watch', STORE, 'pino'],
  'src/store': ['src/async.ts', 'src/account', 'src/watch', 'kysely', 'pg', 'keyv', 'lru-cache', 'pino'],
  'src/slack': [
    ...['src/settings.ts', 'src/async.ts', 'src/account', 'src/account-list', 'src/lookup', EVENTS, STORE],
    ...['src/targets', 'src/watch', 'src/watch/engine', 'src/words', 'src/slack/kit', '@slack/bolt'],
    ...['@slack/socket-mode', '@slack/web-api', '@slack/types', 'lru-cache', 'pino', 'zod'],
  ],
  'src/operations': [
    ...[
      'src/settings.ts',
      'src/async.ts',
      'src/account',
      'src/lookup',
      'src/service/errors.ts',
      'src/watch',
      STORE,
      'pino',
    ],
    ...['pino-pretty', 'prom-client'],
  ],
  'src/settings.ts': ['src/account', 'src/slack/kit', 'src/store/parse-database-url.ts', 'src/words', 'zod'],
  'src/account-rules': ['src/account', 'yaml', 'zod'],
  'src/account-list': ['src/async.ts', 'src/account', 'src/watch', STORE, 'csv-parse', 'pino'],
  'src/app.ts': [
    ...['src/operations', 'src/account-list', 'src/account-rules', 'src/settings.ts', 'src/async.ts'],
    ...['src/service', 'src/lookup', 'src/slack', 'src/store', 'src/targets', 'src/watch/engine', 'pino'],
  ],
  'src/cli': [
    ...['src/account-list', 'src/account-rules', 'src/async.ts', 'src/settings.ts'],
    ...['src/account', 'src/lookup', 'src/watch', 'src/service', 'src/slack', 'src/slack/kit', 'src/store'],
    ...['src/targets', 'src/words', '@slack/web-api', 'pino', 'package.json'],
  ],
  'src/accounts.ts': ['src/cli'],
  'src/doctor.ts': ['src/cli'],
  'src/fleet.ts': ['src/cli'],
  'src/history.ts': ['src/cli'],
  'src/status.ts': ['src/cli'],
  'src/healthcheck.ts': ['src/settings.ts'],
  'src/main.ts': ['src/app.ts', 'src/settings.ts', 'src/slack/kit', 'src/operations'],
  sandbox: ['sandbox/page', 'lru-cache', 'ws', 'zod', 'yaml', '@slack/types'],
  'sandbox/page': ['sandbox', 'rolldown', 'zod'],
  'sandbox/page/client': [
    ...['sandbox', 'sandbox/page', 'react', 'react-dom', 'slack-blocks-to-jsx', '@slack/types'],
  ],
  // What a measurement needs, and what it is compared with. Nothing imports it.
  bench: ['sandbox', 'test', 'src/account', 'src/store', 'undici', 'pino', 'pg', '@slack/bolt'],
};

/** The part of a file: a folder named in full, `src/<folder>`, a file directly in src, or the top folder. */
function partOf(file: string) {
  const [inner] = /^(sandbox\/page(\/client)?|src\/slack\/kit|src\/watch\/engine)(?=\/)/.exec(file) ?? [];
  return inner ?? (file.startsWith('src/') ? file.split('/').slice(0, 2).join('/') : file.split('/')[0]);
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Every module that a source text names: static, side-effect and type imports, re-exports, `import()` and `require()`. */
function specifiersIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1');
  const named = /(?:\bfrom|(?<!['"`])\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"`])([^'"`\n]+)\1/g;
  return [...code.matchAll(named)].map((match) => match[2] ?? '');
}

/** Imports of `file` against the rules, as sentences. */
function violationsOf(file: string, source: string): string[] {
  const part = partOf(file) ?? '';
  const allowed = ALLOWED[part];
  if (!allowed) return [`${file}: no rule for ${part}; add it to the table on purpose`];
  return specifiersIn(source).flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    const path = join(dirname(file), specifier).split(sep).join('/');
    const target = specifier.startsWith('.') ? partOf(path) : packageOf(specifier);
    const isAllowed = target === part || allowed.includes(target ?? '') || allowed.includes(path);
    return isAllowed ? [] : [`${file} must not import ${specifier}`];
  });
}

const files = globSync(['src/**/*.{ts,tsx}', 'sandbox/**/*.{ts,tsx}', 'bench/**/*.ts'], { cwd: root }).map(
  (file) => file.split(sep).join('/'),
);

/** Files with one violation each. */
const PLANTED: readonly (readonly [file: string, source: string])[] = [
  ['src/account/judge.ts', `import type { Watch } from '../watch/watch-list.ts';`],
  ['src/account/account.ts', `import { x } from '../words/en.ts';`],
  ['src/slack/kit/blocks.ts', `const x = await import('../listeners.ts');`],
  ['src/slack/kit/blocks.ts', `export { x } from '../../service/errors.ts';`],
  ['src/slack/kit/blocks.ts', `import '../../store/x.ts';`],
  ['src/slack/listeners.ts', `import { StoreError } from '../store/store-error.ts';`],
  ['src/service/client.ts', `import { App } from "@slack/bolt";`],
  ['src/lookup/lookup.ts', `import { App } from '@slack/bolt/dist/App.js';`],
  ['src/app.ts', `import { start } from '../sandbox/main.ts';`],
  ['sandbox/main.ts', `import { readSettings } from '../src/settings.ts';`],
  ['sandbox/page/start-page.ts', `import { App } from './client/app.tsx';`],
  ['src/new-part/x.ts', ''],
];

describe('imports', () => {
  test('go only where the table allows', () => {
    expect(files).toEqual(expect.arrayContaining(['src/main.ts', 'sandbox/page/client/app.tsx']));
    const violations = files.flatMap((file) => violationsOf(file, readFileSync(join(root, file), 'utf8')));
    expect(violations).toEqual([]);
  });

  test('against the table are found', () => {
    const missed = PLANTED.filter(([file, source]) => violationsOf(file, source).length !== 1);
    expect(missed).toEqual([]);
  });

  test('do not lead to the environment, which only settings.ts reads', () => {
    const viewers = files.filter(
      (file) => file.startsWith('src/') && readFileSync(join(root, file), 'utf8').includes('process.env'),
    );
    expect(viewers).toEqual(['src/settings.ts']);
  });
});
