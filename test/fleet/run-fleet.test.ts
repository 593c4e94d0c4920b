import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { runFleet } from '../../src/fleet/run-fleet.ts';
import { temporaryFolder } from '../store/use-databases.ts';

async function fleet() {
  const service = await startBackupService();
  service.addFault({ kind: 'status', status: 403 }, { account: '1003' });
  onTestFinished(() => service.close());
  const folder = await temporaryFolder();
  const environment = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    WATCH_REQUESTS_PER_SECOND: '50',
    DATABASE_URL: `sqlite:${join(folder, 'list.db')}`,
  };
  const run = async (...args: string[]) => {
    let printed = '';
    let problem = '';
    const exitCode = await runFleet({
      args,
      environment,
      write: (text) => {
        printed += text;
      },
      writeError: (text) => {
        problem += text;
      },
    });
    return { exitCode, printed, problem };
  };
  const write = (content: string | Uint8Array) => {
    const path = join(folder, 'accounts.csv');
    writeFileSync(path, content);
    return path;
  };
  return { run, write, service };
}

test('imports a file: each new id is read once, what is not taken is said by line, and the list prints as CSV', async () => {
  const { run, write, service } = await fleet();
  const path = write('id;name\n1001;=Akdeniz "A.Ş."\n1004;Acme\n9999;Nobody\n1003;Refused\n1004;Twice\n');
  expect(await run('import', path)).toEqual({
    exitCode: 0,
    problem: '',
    printed: `2 added, 0 renamed, 1 not found, 1 refused
not found: 9999
refused by the service: 1003
line 6: not taken, the same id stands above with another name: "1004"
`,
  });
  const { generalInfos } = service.counts;
  expect(await run('import', write('1001\n1004,Acme Ltd\n'))).toMatchObject({
    printed: '0 added, 1 renamed, 0 not found, 0 refused\n',
  });
  expect(service.counts.generalInfos).toBe(generalInfos);
  expect(await run('retire', '1004')).toMatchObject({ exitCode: 0, printed: '1004 is retired.\n' });
  expect(await run('list')).toMatchObject({ exitCode: 0, printed: `id,name\n1001,"'=Akdeniz ""A.Ş."""\n` });
});

test('says that thousands are taken without being read, and why', async () => {
  const { run, write } = await fleet();
  const rows = Array.from({ length: 1_001 }, (_, index) => `load-${index}`);
  const { printed } = await run('import', write(rows.join('\n')));
  expect(printed).toMatch(/^1001 new accounts are taken without asking .* 1 minutes, at 50 a second/);
  expect(printed).toContain('1001 added (1001 of them not read), 0 renamed');
});

test('imports nothing when the list would hold more than 20,000 accounts', async () => {
  const { run, write } = await fleet();
  const full = Array.from({ length: 20_000 }, (_, index) => `load-${index}`);
  expect(await run('import', write(full.join('\n')))).toMatchObject({ exitCode: 0, problem: '' });
  expect(await run('import', write('load-20000'))).toEqual({
    exitCode: 1,
    printed: '',
    problem: 'The list holds 20000 accounts at most, and this would be more. Nothing was imported.\n',
  });
});

test.each([
  ['another encoding', Buffer.from([0x31, 0x2c, 0xde]), 'is not UTF-8 text: save it as “CSV UTF-8”'],
  ['an open quote', '1,"x', 'has a quote that is not closed'],
  ['no account', 'id,name\n', 'has no row with an account'],
])('imports nothing of a file with %s', async (_, content, problem) => {
  const { run, write } = await fleet();
  expect(await run('import', write(content))).toEqual({
    exitCode: 1,
    printed: '',
    problem: expect.stringContaining(`${problem}. Nothing was imported.`),
  });
});

test.each([[[]], [['frob']], [['import']], [['retire', '1004', '1005']]])(
  '%j is no command: the usage stands on standard error, so that no list is written over by it',
  async (args) => {
    const { run } = await fleet();
    expect(await run(...args)).toEqual({
      exitCode: 1,
      printed: '',
      problem: expect.stringMatching(/^Say import with a file, .*npm run fleet -- list/s),
    });
  },
);

test('missing settings stand on standard error, with where to set them', async () => {
  let problem = '';
  const exitCode = await runFleet({
    args: ['list'],
    environment: {},
    write: () => expect.unreachable(),
    writeError: (text) => {
      problem += text;
    },
  });
  expect(exitCode).toBe(1);
  expect(problem).toMatch(/^Settings to fix:\n {2}SLACK_BOT_TOKEN is missing: .*\nSet them in \.env/s);
});
