import { globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { temporaryFolder } from '../store/use-databases.ts';
import { builtProgram } from '../support/run-script.ts';
import { startOwn } from '../support/start-bot.ts';
import { startBotProcess } from '../support/start-bot-process.ts';

const project = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');

/** `docker images` shows 74.8 MB for debian:bookworm-slim. */
const BASE_BYTES = 75e6;
const LARGEST_IMAGE_BYTES = 250e6;

/** Contains only types, so the build has nothing of it. */
const TYPES = '@slack/types';

// .github/workflows/ci.yml builds the image with Docker and runs it.
describe('the Dockerfile', () => {
  const [, build = '', last = ''] = read('Dockerfile').split(/^FROM /m);
  const of = (stage: string, keyword: string) =>
    [...stage.matchAll(new RegExp(`^${keyword} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

  test('gets only what it copies: no .env, no data, no history', () => {
    const copied = of(build, 'COPY').flatMap((files) => files.split(' ').slice(0, -1));
    const rules = read('.dockerignore').match(/^[^#\n]+$/gm);
    expect(rules).toEqual(['*', ...copied.map((file) => `!${file.replace(/^\.\//, '')}`)]);
  });

  test('installs the lockfile without scripts, and builds as npm run build does', () => {
    const run = ['npm ci --ignore-scripts --no-audit --no-fund', 'npm run build', 'mkdir data'];
    expect(of(build, 'RUN')).toEqual(run);
  });

  test('puts Node, the build and a folder for data into the image', () => {
    expect(of(last, 'COPY').map((rest) => rest.split(' ').at(-1))).toEqual([
      '/usr/local/bin/node',
      './',
      './dist',
      './data',
    ]);
    expect(of(last, 'COPY')[1]).toBe('--from=build /app/package.json ./');
  });
});

describe('the build', () => {
  const dist = () => dirname(builtProgram('main').path);

  test('separates packages from our files, because the log depends on the path', () => {
    const chunks = inject('chunks') ?? [];
    expect(chunks.map(({ fileName }) => fileName)).toEqual(
      expect.arrayContaining(['main.js', 'doctor.js', 'status.js', 'healthcheck.js']),
    );
    for (const { fileName, moduleIds } of chunks) {
      const ofPackages = moduleIds.filter((id) => id.includes('/node_modules/'));
      const ours = moduleIds.filter((id) => /\/src\//.test(id) && !id.includes('/node_modules/'));
      expect([fileName, fileName.startsWith('node_modules/') ? ours : ofPackages]).toEqual([fileName, []]);
    }
  });

  test('contains exactly the production dependencies, with their licences', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const licences = readFileSync(join(dist(), 'node_modules/licences.txt'), 'utf8');
    const held = [...licences.matchAll(/^==== (\S+) \d/gm)].map(([, name]) => name ?? '');
    expect(held).toEqual(expect.arrayContaining(Object.keys(dependencies).filter((name) => name !== TYPES)));
    const isProduction = (name: string) =>
      Object.entries(packages).some(
        ([path, { dev, devOptional }]) => path.endsWith(`node_modules/${name}`) && !dev && !devOptional,
      );
    expect(held.filter((name) => !isProduction(name))).toEqual([]);
    const textOf = (name: string) => licences.split(`==== ${name} `)[1]?.split('\n====')[0] ?? '';
    for (const name of ['@slack/bolt', 'undici', 'pg'])
      expect(textOf(name)).toContain('Permission is hereby granted');
  });

  test('stays below 250 MB with Node and Debian, and contains no source', () => {
    const files = globSync('**/*', { cwd: dist() });
    expect(files.filter((name) => /(?:^|\/)\.env|\.ts$/.test(name))).toEqual([]);
    const bytes = files.reduce((sum, name) => sum + statSync(join(dist(), name)).size, 0);
    const node = statSync(process.execPath).size;
    expect(node).toBeGreaterThan(90e6);
    expect(BASE_BYTES + node + bytes).toBeLessThan(LARGEST_IMAGE_BYTES);
  });

  test('writes only to the folder for data', async () => {
    const cwd = await temporaryFolder();
    mkdirSync(join(cwd, 'data'));
    const service = await startOwn(startBackupService());
    const env = { DATABASE_URL: 'sqlite:./data/backup-status.db' };
    const bot = await startBotProcess({ transport: 'http', service, cwd, env });
    bot.kill('SIGTERM');
    expect((await bot.ended).code).toBe(0);
    expect(readdirSync(cwd)).toEqual(['data']);
    expect(readdirSync(join(cwd, 'data'))).toContain('backup-status.db');
  });
});
