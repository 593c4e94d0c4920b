import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

test('the Dockerfile is valid and builds on versioned images', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  expect(validate('FROM node:24-slim\nHEALTHCHECK --interva=30s CMD ls\n')).not.toEqual([]);
  const tags = DockerfileParser.parse(read('Dockerfile'))
    .getFROMs()
    .map((from) => from.getImageTag());
  expect(tags).not.toContain('latest');
  expect(tags.filter((tag) => !tag)).toEqual([]);
});

test('the image runs node as a user who is not root and owns only the data, without secrets or commands', () => {
  const text = read('Dockerfile');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const of = (keyword: string) =>
    [...last.matchAll(new RegExp(`^${keyword} (.*)$`, 'gm'))].map(([, rest]) => rest);
  expect(of('USER')).toEqual(['1000:1000']);
  expect(of('VOLUME')).toEqual(['/app/data']);
  expect(of('COPY').filter((rest) => rest?.includes('--chown'))).toEqual([
    expect.stringMatching(/ --chown=1000:1000 .* \S*data\/?$/),
  ]);
  expect(of('CMD')).toEqual(['["node", "dist/main.js"]']);
  expect(last).toMatch(/^HEALTHCHECK [^[]*\["node", /m);
  expect(last).not.toMatch(/^RUN /m);
  expect(text).not.toMatch(/^ADD /m);
  expect(text).not.toMatch(/^(?:ENV|ARG) .*(?:TOKEN|SECRET|PASSWORD|KEY)/im);
  for (const install of text.match(/\bnpm (?:ci|prune|i|install)\b.*/g) ?? [])
    expect(install).toMatch(/^npm (?:ci|prune) .*--ignore-scripts/);
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

  test('mounts a folder for account rules and names a file in it, once uncommented', () => {
    const opened = read('compose.yaml').replace(
      /^ {4}# ( {2}ACCOUNT_RULES_FILE|volumes:| {2}- )/gm,
      '    $1',
    );
    const { bot } = (parse(opened) as { services: { bot: { environment: unknown; volumes: unknown } } })
      .services;
    expect(bot.volumes).toEqual(['./rules:/etc/backup-status:ro']);
    expect(bot.environment).toEqual({
      DATABASE_URL: expect.any(String),
      ACCOUNT_RULES_FILE: expect.stringMatching(/^\/etc\/backup-status\/[\w-]+\.yaml$/),
    });
    expect(services.bot).not.toHaveProperty('volumes');
  });

  test('contains no secret, and does not start without one', () => {
    const passwords = read('compose.yaml').match(/\$\{POSTGRES_PASSWORD[^}]*\}/g) ?? [];
    expect(passwords).toEqual([
      `\${POSTGRES_PASSWORD:?set it in .env}`,
      `\${POSTGRES_PASSWORD:?set it in .env}`,
    ]);
  });
});
