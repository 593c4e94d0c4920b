import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { createStore } from '../../src/store/create-store.ts';
import { SILENT, temporaryFolder } from '../store/use-databases.ts';
import { builtProgram, runProgram } from '../support/run-script.ts';
import { runCaptured, settingsFor, temporaryFile } from './run-captured.ts';

async function accounts() {
  const service = await startBackupService();
  service.addFault({ kind: 'status', status: 403 }, { account: '1003' });
  onTestFinished(() => service.close());
  const database = join(await temporaryFolder(), 'list.db');
  const environment = {
    ...settingsFor(service),
    WATCH_REQUESTS_PER_SECOND: '50',
    DATABASE_URL: `sqlite:${database}`,
  };
  const run = (...args: string[]) => runCaptured('accounts', args, environment);
  const write = (content: string | Uint8Array) => temporaryFile('accounts.csv', content);
  return { run, write, service, environment, database };
}

test('imports a file, reads each new id once, reports rejected lines, and exports the list as CSV', async () => {
  const { run, write, service, database } = await accounts();
  const path = write('id;name\n1001;=Akdeniz "A.Ş."\n1004;Acme\n9999;Nobody\n1003;Refused\n1004;Twice\n');
  expect(await run('import', path)).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `2 added, 0 renamed, 1 not found, 1 refused, in ${database}
not found: 9999
refused by the service: 1003
line 6: skipped, an earlier row has this id with another name: "1004"
`,
  });
  const { generalInfos } = service.counts;
  expect(await run('import', write('1001\n1004,Acme Ltd\n'))).toMatchObject({
    stdout: `0 added, 1 renamed, 0 not found, 0 refused, in ${database}\n`,
  });
  expect(service.counts.generalInfos).toBe(generalInfos);
  expect(await run('retire', '1004')).toMatchObject({ exitCode: 0, stdout: '1004 is retired.\n' });
  expect(await run('export')).toMatchObject({ exitCode: 0, stdout: `id,name\n1001,"'=Akdeniz ""A.Ş."""\n` });
});

test('names the database, which without DATABASE_URL is a file in the folder of the command', async () => {
  const { environment, write } = await accounts();
  const folder = await temporaryFolder();
  const { DATABASE_URL: _, ...env } = environment;
  const args = ['import', write('1001\n')];
  expect(await runProgram('accounts', { args, env, cwd: folder }).ended).toMatchObject({
    code: 0,
    stdout: '1 added, 0 renamed, 0 not found, 0 refused, in ./data/backup-status.db\n',
  });
});

test('names a 1.x setting once on standard error', async () => {
  const { write, environment } = await accounts();
  const of1 = { ...environment, LOG_FORMAT: 'json' };
  for (const args of [['import', write('1001\n')], ['export']])
    expect(await runCaptured('accounts', args, of1)).toMatchObject({
      exitCode: 0,
      stderr: 'these settings no longer exist, remove them: LOG_FORMAT\n',
    });
});

test('--unread adds new accounts without reading them', async () => {
  const { run, write, service, database } = await accounts();
  const path = write(Array.from({ length: 1_001 }, (_, index) => `load-${index}`).join('\n'));
  expect(await run('import', path, '--unread')).toMatchObject({
    exitCode: 0,
    stdout: `1001 added, 0 renamed, 0 not found, 0 refused, in ${database}\n`,
  });
  expect(service.counts.generalInfos).toBe(0);
});

test('does not add an account that could not be read', async () => {
  const { run, write, service } = await accounts();
  service.addFault({ kind: 'html-page', status: 403 }, { account: '1004' });
  expect(await run('import', write('1001\n1004\n'))).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^1 added, .*\n1 could not be read and were not added/),
  });
});

test('ends with 1 when the service knows none of the accounts', async () => {
  const { run, write } = await accounts();
  expect(await run('import', write('Kundennummer;Name\nx-1;A\nx-2;B\n'))).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/^0 added, 0 renamed, 3 not found/),
  });
});

test('--replace retires what is not in the file; more than a tenth of the list needs --yes', async () => {
  const { run, write, database } = await accounts();
  await run('import', write('1001\n1004\n1007\n'));
  const path = write('1001\n1004\n');
  expect(await run('import', path, '--replace')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^1 of 3 accounts would be retired, with their watches: 1007\. Nothing was imported\. Add --yes/,
    ),
  });
  expect(await run('import', path, '--replace', '--yes')).toMatchObject({
    exitCode: 0,
    stdout: `0 added, 0 renamed, 0 not found, 0 refused, 1 retired, in ${database}\nretired: 1007\n`,
  });
  expect((await run('list')).stdout).toBe('id,name\n1001,\n1004,\n');
});

test('--replace keeps an account whose row was skipped', async () => {
  const { run, write } = await accounts();
  await run('import', write('1001\n1004\n1007\n'));
  const path = write(`1001\n1004,${'a very long name '.repeat(7)}\n1007\u200b,Seven\n`);
  expect(await run('import', path, '--replace')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/ 0 retired, in .*\nline 2: skipped.*\nline 3: skipped/),
  });
  expect((await run('list')).stdout).toContain('1004,\n1007,\n');
});

test('reads a pipe to its end', async () => {
  const { environment, database } = await accounts();
  const rows = Array.from({ length: 20_000 }, (_, index) => `load-${100_000 + index}\n`).join('');
  const { path, env } = builtProgram('accounts');
  const child = spawn('sh', ['-c', `cat | "${process.execPath}" "${path}" import /dev/stdin --unread`], {
    env: { ...process.env, ...env, ...environment },
  });
  child.stdin.end(rows);
  const [printed, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([exitCode, printed]).toEqual([
    0,
    `20000 added, 0 renamed, 0 not found, 0 refused, in ${database}\n`,
  ]);
});

test('reads the standard input that it was given: another user may not open that again, and a socket nobody', async () => {
  const { environment, database } = await accounts();
  const run = runProgram('accounts', { args: ['import', '/dev/stdin', '--unread'], env: environment });
  run.write('1001\n1004,Acme\n');
  run.endInput();
  expect(await run.ended).toEqual({
    code: 0,
    stderr: '',
    stdout: `2 added, 0 renamed, 0 not found, 0 refused, in ${database}\n`,
  });
});

test('imports, exports and reimports a list without loss, with the export as a process without Slack settings', async () => {
  const { environment, run, write, service, database } = await accounts();
  const path = write('sep=;\nHesap No;Adı\n1001;"Acme; ""Ltd"""\n1004;=Şifa, Akdeniz\n');
  expect(await run('import', path)).toMatchObject({
    exitCode: 0,
    stdout: `2 added, 0 renamed, 0 not found, 0 refused, in ${database}\n`,
  });
  const exported = (await runProgram('accounts', { args: ['export'], env: environment }).ended).stdout;
  expect(exported).toBe(`id,name\n1001,"Acme; ""Ltd"""\n1004,"'=Şifa, Akdeniz"\n`);
  expect(await run('import', write(exported), '--replace')).toMatchObject({
    exitCode: 0,
    stdout: `0 added, 0 renamed, 0 not found, 0 refused, 0 retired, in ${database}\n`,
  });
  expect((await run('export')).stdout).toBe(exported);
  service.addFault({ kind: 'status', status: 401 }, { operation: 'login' });
  expect(await run('import', write('1007;New\n'))).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Nothing was imported: the service refuses the user name or password/),
  });
  expect((await run('export')).stdout).toBe(exported);
});

test('retires nothing when the file has no accounts', async () => {
  const { run, write } = await accounts();
  await run('import', write('1001\n'), '--unread');
  expect(await run('import', write('id,name\n'), '--replace', '--yes')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('has no accounts. Nothing was imported.'),
  });
  const withFormulas = write('id,name\n"=""1001""",Acme\n"=""1004""",Kaya\n');
  expect(await run('import', withFormulas)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('has no accounts; line 2: the id begins like a formula. Nothing'),
  });
  expect(await run('export')).toMatchObject({ stdout: 'id,name\n1001,\n' });
});

test('exports names that begin no formula, also where a spreadsheet separates at semicolons, and reimports them', async () => {
  const { environment, run, write, database } = await accounts();
  const names = [
    'Acme;=1+1',
    "'=1+1",
    "Acme;'=1+1",
    "''@Acme;''-1",
    'Acme;"=1+1;x',
    '"+1',
    "'Neill; Sons;'s",
    ';;=1;+2',
  ];
  const store = await createStore(environment.DATABASE_URL, Date.now, SILENT);
  await store.accountList.add(names.map((name, index) => ({ id: `load-${index}`, name })));
  await store.close();
  const { stdout: exported } = await run('export');
  expect(exported.split(/[;\n]/).filter((cell) => /^["]*[=+\-@]/.test(cell))).toEqual([]);
  expect(await run('import', write(exported), '--replace')).toMatchObject({
    exitCode: 0,
    stdout: `0 added, 0 renamed, 0 not found, 0 refused, 0 retired, in ${database}\n`,
  });
  expect(await run('export')).toMatchObject({ stdout: exported });
});

test('spells out the control characters of a file', async () => {
  const { run, write } = await accounts();
  const { stdout } = await run('import', write('1001,Acme\n\u009b31mRED\u202e1002,Bad\n'));
  expect(stdout).toMatch(/\nline 2: skipped, .*: "\[U\+009B\]31mRED\[U\+202E\]1002"\n$/);
});

test('imports nothing when the list would exceed 20,000 accounts', async () => {
  const { run, write } = await accounts();
  const full = Array.from({ length: 20_000 }, (_, index) => `load-${index}`);
  expect(await run('import', write(full.join('\n')), '--unread')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await run('import', write('load-20000'))).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'The list holds 20000 accounts at most, and this would be more. Nothing was imported.\n',
  });
});

test('says how long it will read, because until then nothing is printed', async () => {
  const { run, write, service } = await accounts();
  service.addFault({ kind: 'status', status: 401 }, { operation: 'login' });
  const ids = (count: number) => write(Array.from({ length: count }, (_, index) => `x-${index}`).join('\n'));
  const refused = 'Nothing was imported: the service refuses the user name or password';
  expect(await run('import', ids(412))).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      `^Reading 412 new accounts takes 9 s; then they are imported\\. With --unread .*\n${refused}`,
    ),
  });
  expect(await run('import', ids(60))).toMatchObject({ stderr: expect.stringMatching(`^${refused}`) });
});

test('names the database that has no such account: it may be another one than the bot has', async () => {
  const { run, environment, database } = await accounts();
  expect(await run('retire', '1004')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `1004 is not on the list in ${database}.\n`,
  });
  expect(await runCaptured('history', ['1004', '--csv'], environment)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `Nothing is known of the past of 1004 in ${database}. Only watched accounts have a history.\n`,
  });
});

test.each([
  ['another encoding', Buffer.from([0x31, 0x2c, 0xde]), 'is not UTF-8 text: save it as “CSV UTF-8”'],
  ['an open quote', '1,"x', 'has an unclosed quote, or a row of more than 10,000 characters'],
])('imports nothing of a file with %s', async (_, content, problem) => {
  const { run, write } = await accounts();
  expect(await run('import', write(content))).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining(`${problem}. Nothing was imported.`),
  });
});

test.each([[[]], [['frob']], [['import']], [['retire', '1004', '1005']]])(
  'says how %j is used on standard error, so that it cannot overwrite a list',
  async (args) => {
    const { run } = await accounts();
    expect(await run(...args)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Use import with a file, /),
    });
  },
);
