import { globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { temporaryFolder } from '../store/use-databases.ts';
import { builtProgram } from '../support/run-script.ts';
import { startOwn } from '../support/start-bot.ts';
import { startBotProcess } from '../support/start-bot-process.ts';

const project = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');

/** A file once each `#` before a line of YAML was removed, and nothing else. Comments in words have one blank. */
const withoutMarks = (file: string) => read(file).replace(/^ *#(?= {3,})/gm, (mark) => mark.slice(0, -1));

/** `docker images` shows 74.8 MB for debian:bookworm-slim. */
const BASE_BYTES = 75e6;
const LARGEST_IMAGE_BYTES = 250e6;

/** Contains only types, so the build has nothing of it. */
const TYPES = '@slack/types';

// .github/workflows/ci.yml builds the image with Docker and runs it.
describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const [, build = '', last = ''] = text.split(/^FROM /m);
  const of = (stage: string, keyword: string) =>
    [...stage.matchAll(new RegExp(`^${keyword} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

  test('is valid and builds on versioned images', () => {
    expect(validate(text)).toEqual([]);
    const tags = DockerfileParser.parse(text)
      .getFROMs()
      .map((from) => from.getImageTag());
    expect(tags).not.toContain('latest');
    expect(tags.filter((tag) => !tag)).toEqual([]);
  });

  test('gets only what it copies: no .env, no data, no history', () => {
    const copied = of(build, 'COPY').flatMap((files) => files.split(' ').slice(0, -1));
    const rules = read('.dockerignore').match(/^[^#\n]+$/gm);
    expect(rules).toEqual(['*', ...copied.map((file) => `!${file.replace(/^\.\//, '')}`)]);
    expect(text).not.toMatch(/^ADD /m);
    expect(text).not.toMatch(/^(?:ENV|ARG) .*(?:TOKEN|SECRET|PASSWORD|KEY)/im);
  });

  test('installs the lockfile without scripts, and builds as npm run build does', () => {
    const run = ['npm ci --ignore-scripts --no-audit --no-fund', 'npm run build', 'mkdir data'];
    expect(of(build, 'RUN')).toEqual(run);
  });

  test('puts Node, the build and a folder for data into the image, and runs as a user who owns only the data', () => {
    expect(of(last, 'COPY').map((rest) => rest.split(' ').at(-1))).toEqual([
      '/usr/local/bin/node',
      './',
      './dist',
      './data',
    ]);
    expect(of(last, 'COPY')[1]).toBe('--from=build /app/package.json ./');
    expect(of(last, 'COPY').filter((rest) => rest.includes('--chown'))).toEqual([
      expect.stringMatching(/ --chown=1000:1000 .* \S*data\/?$/),
    ]);
    expect(of(last, 'RUN')).toEqual([]);
    expect(of(last, 'USER')).toEqual(['1000:1000']);
    expect(of(last, 'VOLUME')).toEqual(['/app/data']);
    expect(of(last, 'CMD')).toEqual(['["node", "dist/main.js"]']);
    expect(last).toMatch(/^HEALTHCHECK [^[]*\["node", /m);
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

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { bot: Record<string, unknown>; database: Record<string, unknown> };
  };

  test('gives the bot no privileges', () => {
    expect(services.bot).toMatchObject({
      read_only: true,
      tmpfs: '/tmp',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(services.bot).not.toHaveProperty('privileged');
  });

  test('waits for the database, checks the health of both, and gives a stop enough time', () => {
    expect(services).toMatchObject({
      bot: {
        depends_on: { database: { condition: 'service_healthy' } },
        healthcheck: {},
        stop_grace_period: '15s',
      },
      database: { healthcheck: {} },
    });
  });

  test('mounts a folder for account rules, and shows health outside, once the # of their lines is removed', () => {
    const opened = parse(withoutMarks('compose.yaml')) as { services: { bot: Record<string, unknown> } };
    expect(opened.services.bot.volumes).toEqual(['./rules:/etc/backup-status:ro']);
    expect(opened.services.bot.environment).toEqual({
      DATABASE_URL: expect.any(String),
      ACCOUNT_RULES_FILE: expect.stringMatching(/^\/etc\/backup-status\/[\w-]+\.yaml$/),
      OPERATIONS_HOST: '0.0.0.0',
    });
    expect(services.bot).not.toHaveProperty('volumes');
    expect(services.bot.environment).toEqual({ DATABASE_URL: expect.any(String) });
  });

  test('contains no secret, and does not start without one', () => {
    const passwords = read('compose.yaml').match(/\$\{POSTGRES_PASSWORD[^}]*\}/g) ?? [];
    expect(passwords).toEqual([
      `\${POSTGRES_PASSWORD:?set it in .env}`,
      `\${POSTGRES_PASSWORD:?set it in .env}`,
    ]);
  });
});

test('manifest.yml has the optional scopes once the # of their lines is removed', () => {
  const scopes = (text: string) =>
    (parse(text) as { oauth_config: { scopes: { bot: string[] } } }).oauth_config.scopes.bot;
  const needed = scopes(read('manifest.yml'));
  expect(scopes(withoutMarks('manifest.yml'))).toEqual([...needed, 'usergroups:read', 'dnd:read']);
});

test.each(['docs/operate.md', 'docs/monitoring/README.md'])(
  '%s says how health and metrics are reached in a container, where the default is inside of it',
  (file) => {
    expect(read(file)).toMatch(/In a container set `OPERATIONS_HOST=0\.0\.0\.0`/);
  },
);
