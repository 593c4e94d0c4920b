import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { plainSpaces } from '../../src/cli/status.ts';
import { fine } from '../support/phrases.ts';
import { LANGUAGE, LOCALE } from '../support/reader.ts';
import { startSlack } from '../support/start-slack.ts';
import { copyContext, isLetThrough } from './dockerignore.ts';
import { performSteps, type Stage } from './perform-steps.ts';

const project = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');

/** A bundler and copies of Node, on a machine that may be busy with the other tests. */

/** `docker images` shows 74.8 MB for debian:bookworm-slim. */
const BASE_BYTES = 75e6;
const LARGEST_IMAGE_BYTES = 250e6;

const BASES: Readonly<Record<string, (root: string) => void>> = {
  'node:24-slim': (root) => {
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  },
  'debian:bookworm-slim': () => {},
};

/** Nothing of it is left once types are gone. */
const TYPES = '@slack/types';

const folder = mkdtempSync(join(tmpdir(), 'backup-status-image-'));
let image: Stage;

beforeAll(async () => {
  // The user of the image must get in.
  chmodSync(folder, 0o755);
  const [context, stages] = [join(folder, 'context'), join(folder, 'stages')];
  mkdirSync(context);
  mkdirSync(stages);
  copyContext(project, context);
  image = await performSteps(read('Dockerfile'), {
    context,
    stages,
    layBase: (name, root) => {
      const lay = BASES[name];
      if (!lay) throw new Error(`what would ${name} hold?`);
      lay(root);
    },
    env: {
      PATH: [placeNpm(join(stages, '0/usr/local/bin')), process.env.PATH].join(delimiter),
      npm_config_update_notifier: 'false',
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('.dockerignore', () => {
  test.each([
    '.env',
    '.git/config',
    'data/backup-status.db',
    'node_modules/pg/package.json',
    'test/app.test.ts',
  ])('keeps %s from the engine', (path) => expect(isLetThrough(read('.dockerignore'), path)).toBe(false));
});

describe('the image', () => {
  const everything = () => globSync('**/*', { cwd: image.root, withFileTypes: true });

  test('holds Node, what was built, and nothing beside it', () => {
    expect(readdirSync(join(image.root, 'usr/local/bin'))).toEqual(['node']);
    expect(readdirSync(join(image.root, 'app')).sort()).toEqual(['data', 'dist', 'package.json']);
    expect(everything().filter(({ name }) => /^\.env|\.ts$|^npm$/.test(name))).toEqual([]);
  });

  test('holds the production dependencies, with their licences, and no others', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const licences = readFileSync(join(image.root, 'app/dist/node_modules/licences.txt'), 'utf8');
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

  test('stays under 250 MB, Debian included', () => {
    const bytes = everything().reduce((sum, { parentPath, name }) => {
      return sum + lstatSync(join(parentPath, name)).size;
    }, 0);
    expect(bytes).toBeGreaterThan(90e6);
    expect(BASE_BYTES + bytes).toBeLessThan(LARGEST_IMAGE_BYTES);
  });

  test('has a doctor that finds all right, tells the verdict on the command line, answers a command, passes its health check, writes to its volume alone, and stops when told to', async () => {
    const service = await startBackupService();
    onTestFinished(() => service.close());
    const slack = await startSlack({ locale: LOCALE });
    const before = outsideOfData(image);

    const settings = {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      BACKUP_SERVICE_URL: service.url,
      BACKUP_SERVICE_USERNAME: service.username,
      BACKUP_SERVICE_PASSWORD: service.password,
      OPERATIONS_PORT: '0',
      LANGUAGE,
    };
    const doctor = runInside(image, ['node', 'dist/doctor.js', '--account', '1001'], settings);
    expect(await doctor.line(' ✓, ')).toMatch(/^\d+ ✓, 0 ✗, 1 ⚠$/);
    expect(await doctor.exitCode).toBe(0);

    service.resetCounts();
    const status = runInside(image, ['node', 'dist/status.js', '1001'], settings);
    expect(await status.line('1001')).toContain(`✅ ${plainSpaces(fine('1001'))} · `);
    expect(await status.exitCode).toBe(0);
    expect(service.counts).toMatchObject({ logins: 1, generalInfos: 1 });

    const bot = runInside(image, image.command, settings);
    const ready = await bot.line('"msg":"ready"');
    const { message } = await slack.person('ada').command('/backup-status 1001');
    expect(message?.text).toContain(`✅ ${fine('1001')}\n`);

    const { operations } = JSON.parse(ready) as { operations: number };
    const check = runInside(image, image.healthCheck, { OPERATIONS_PORT: String(operations) });
    expect(await check.line('alive')).toBe('alive');
    expect(await check.exitCode).toBe(0);

    bot.stop();
    expect(await bot.exitCode).toBe(0);
    expect(readdirSync(join(image.root, 'app/data'))).toContain('backup-status.db');
    expect(outsideOfData(image)).toEqual(before);
  });
});

/**
 * This machine's npm on the Node that the image would have. Its `npm ci` links what is installed here, as it is locked
 * (test/supply-chain.test.ts), but what scripts have left: a second install would take longer than all else here. The
 * folder it is in.
 */
function placeNpm(nodeFolder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const lines = [
    '#!/bin/sh -e',
    `PATH='${nodeFolder}${delimiter}${process.env.PATH}'`,
    'if [ "$1" != ci ]; then exec npm "$@"; fi',
    `cmp package.json '${project}/package.json'`,
    `cmp package-lock.json '${project}/package-lock.json'`,
    'mkdir -p node_modules/.bin',
    `ln -s '${project}/node_modules/'* node_modules/`,
    `ln -s '${project}/node_modules/.bin/'* node_modules/.bin/`,
    'rm node_modules/node node_modules/.bin/node',
  ];
  writeFileSync(join(bin, 'npm'), `${lines.join('\n')}\n`, { mode: 0o755 });
  return bin;
}

/** Names and times of change of what must stay as it is. */
function outsideOfData({ root }: Stage): string[] {
  return globSync('**/*', { cwd: root })
    .filter((path) => !path.startsWith(join('app', 'data')))
    .map((path) => `${path} ${lstatSync(join(root, path)).mtimeMs}`)
    .sort();
}

/** Runs a command as the image would, as its user where this process may become another. */
function runInside(stage: Stage, command: readonly string[], env: Record<string, string>) {
  const [program = '', ...args] = command;
  const [uid, gid] = stage.user.split(':').map(Number);
  const path = join(stage.root, 'usr/local/bin');
  const child = spawn(join(path, program), args, {
    cwd: join(stage.root, stage.workdir),
    env: { PATH: path, ...stage.env, ...env },
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  const look = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      for (const each of look) each();
    });
  }
  return {
    exitCode,
    stop: () => void child.kill('SIGTERM'),
    /** The first whole line with `text` in it; rejects when the command ends without one. */
    line: (text: string) =>
      new Promise<string>((resolve, reject) => {
        const find = () => {
          const found = output
            .split('\n')
            .slice(0, -1)
            .find((line) => line.includes(text));
          if (found !== undefined) resolve(found);
        };
        look.add(find);
        find();
        void exitCode.then(() => reject(new Error(`it ended without "${text}":\n${output}`)));
      }),
  };
}
