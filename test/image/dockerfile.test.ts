import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const STAGE_BEFORE = 'FROM node:24-slim AS build\nCOPY package.json ./\nRUN npm ci\n';

/**
 * What hadolint would say that a linter of the registry does not, on those of its rules (DL…) that this file could break.
 * hadolint itself is no package of the registry.
 */
function complaintsOf(dockerfile: string): string[] {
  const file = DockerfileParser.parse(dockerfile);
  const steps = file.getInstructions().map((step) => ({
    keyword: step.getKeyword(),
    text: step.getArgumentsContent() ?? '',
    words: step.getArguments().map((word) => word.getValue()),
    step,
  }));
  const last = steps.slice(steps.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const runs = steps.filter(({ keyword }) => keyword === 'RUN').map(({ text }) => text);
  const named = file.getFROMs().map((from) => from.getBuildStage());
  const origins = steps
    .filter(({ keyword }) => keyword === 'COPY')
    .map(({ step }) => (step as Copy).getFromFlag()?.getValue());
  const user = last.findLast(({ keyword }) => keyword === 'USER')?.words[0] ?? '';
  const owners = last.flatMap(({ keyword, step }) =>
    keyword === 'COPY' ? ownersIn((step as Copy).getFlags()) : [],
  );
  const isList = (text: string) => /\[.*\]$/s.test(text);

  const rules: Readonly<Record<string, boolean>> = {
    'DL3000 WORKDIR is absolute': steps.every(
      ({ keyword, words }) => keyword !== 'WORKDIR' || words[0]?.startsWith('/'),
    ),
    'DL3002 the last user is not root, and a number': /^[1-9]\d*(?::[1-9]\d*)?$/.test(user),
    'DL3003 WORKDIR rather than cd': !runs.some((run) => /\bcd\s/.test(run)),
    'DL3004 no sudo': !runs.some((run) => /\bsudo\b/.test(run)),
    'DL3006 every image has a tag, DL3007 which is not latest': file
      .getFROMs()
      .every((from) => from.getImageDigest() || (from.getImageTag() ?? 'latest') !== 'latest'),
    'DL3016 npm installs what is locked': !runs.some((run) => /\bnpm (?:i|install|add)\b/.test(run)),
    'DL3020 COPY rather than ADD': !steps.some(({ keyword }) => keyword === 'ADD'),
    'DL3022 COPY --from names a stage': origins.every((origin) => !origin || named.includes(origin)),
    'DL3025 CMD, ENTRYPOINT and the health check are lists': steps.every(
      ({ keyword, text }) => !/^(?:CMD|ENTRYPOINT|HEALTHCHECK)$/.test(keyword) || isList(text),
    ),
    'DL3027 no apt': !runs.some((run) => /\bapt(?:-get)?\b/.test(run)),
    'DL3057 there is a health check': last.some(({ keyword }) => keyword === 'HEALTHCHECK'),
    'DL4000 no MAINTAINER': !steps.some(({ keyword }) => keyword === 'MAINTAINER'),
    'the last stage runs nothing': !last.some(({ keyword }) => keyword === 'RUN'),
    'what runs is node, not npm': last.some(
      ({ keyword, text }) => keyword === 'CMD' && text.startsWith('["node"'),
    ),
    'data alone is a volume, and belongs to that user':
      last.some(({ keyword, words }) => keyword === 'VOLUME' && words.join() === '/app/data') &&
      owners.join() === user,
    'no secret is built in': !steps.some(
      ({ keyword, text }) => /^(?:ENV|ARG)$/.test(keyword) && /TOKEN|SECRET|PASSWORD|KEY/i.test(text),
    ),
    'no package runs a script while it is installed': runs.every(
      (run) => !/\bnpm (?:ci|prune)\b/.test(run) || run.includes('--ignore-scripts'),
    ),
  };
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [rule]));
}

const ownersIn = (flags: ReturnType<Copy['getFlags']>) =>
  flags.filter((flag) => flag.getName() === 'chown').map((flag) => flag.getValue());

describe('the Dockerfile', () => {
  test('is one that an engine would take', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
  });

  test('keeps the rules', () => {
    expect(complaintsOf(read('Dockerfile'))).toEqual([]);
  });

  test.each([
    ['DL3000', (text: string) => text.replaceAll('WORKDIR /app', 'WORKDIR app')],
    ['DL3002', (text: string) => text.replace('USER 1000:1000', 'USER root')],
    ['DL3003', (text: string) => text.replace('RUN npm run', 'RUN cd src && npm run')],
    ['DL3006', (text: string) => text.replace('debian:bookworm-slim', 'debian')],
    ['DL3006', (text: string) => text.replace('node:24-slim AS', 'node:latest AS')],
    ['DL3016', (text: string) => text.replace('RUN npm ci', 'RUN npm install')],
    ['DL3020', (text: string) => text.replace('COPY src', 'ADD src')],
    ['DL3022', (text: string) => text.replace('--from=build /app/dist', '--from=other /app/dist')],
    ['DL3025', (text: string) => text.replace('CMD ["node", "dist/main.js"]', 'CMD node dist/main.js')],
    ['DL3057', (text: string) => text.replace(/HEALTHCHECK[^\]]*\]\n/, '')],
    ['data alone', (text: string) => text.replace('VOLUME /app/data\n', '')],
    ['data alone', (text: string) => text.replace('--chown=1000:1000 ', '')],
    ['the last stage runs', (text: string) => text.replace('VOLUME', 'RUN chmod 777 data\nVOLUME')],
    ['what runs is node', (text: string) => text.replace('["node", "dist/main', '["npm", "dist/main')],
    ['no secret', (text: string) => text.replace('ENV NODE_ENV', 'ENV SLACK_BOT_TOKEN=x NODE_ENV')],
    ['no package runs', (text: string) => text.replace('npm ci --ignore-scripts', 'npm ci')],
  ])('one that breaks %s is caught (%#)', (rule, spoil) => {
    const spoilt = spoil(read('Dockerfile'));
    expect(spoilt).not.toBe(read('Dockerfile'));
    expect(complaintsOf(spoilt).map((complaint) => complaint.slice(0, rule.length))).toContain(rule);
  });

  test('the linter has something to say of one that no engine takes', () => {
    expect(validate(`${STAGE_BEFORE}HEALTHCHECK --interva=30s CMD ls\n`)).not.toEqual([]);
  });
});

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { bot: Record<string, unknown>; database: Record<string, unknown> };
  };

  test('takes every right from the bot', () => {
    expect(services.bot).toMatchObject({
      read_only: true,
      tmpfs: '/tmp',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(services.bot).not.toHaveProperty('privileged');
  });

  test('waits for the database, watches both, and gives a stop its time', () => {
    expect(services).toMatchObject({
      bot: {
        depends_on: { database: { condition: 'service_healthy' } },
        healthcheck: {},
        stop_grace_period: '15s',
      },
      database: { healthcheck: {} },
    });
  });

  test('mounts a folder for the account rules, and names a file in it, once the comment is taken off', () => {
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

  test('holds no secret, and refuses to start without one', () => {
    const passwords = read('compose.yaml').match(/\$\{POSTGRES_PASSWORD[^}]*\}/g) ?? [];
    expect(passwords).toEqual([
      `\${POSTGRES_PASSWORD:?set it in .env}`,
      `\${POSTGRES_PASSWORD:?set it in .env}`,
    ]);
  });
});
