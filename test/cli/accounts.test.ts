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

/** A new list, and a service that refuses 1003 and does not answer for 1005. */
async function accounts() {
  const service = await startBackupService();
  service.addFault({ kind: 'status', status: 403 }, { account: '1003' });
  service.addFault({ kind: 'html-page', status: 403 }, { account: '1005' });
  onTestFinished(() => service.close());
  const database = join(await temporaryFolder(), 'list.db');
  const environment = {
    ...settingsFor(service),
    WATCH_REQUESTS_PER_SECOND: '50',
    DATABASE_URL: `sqlite:${database}`,
  };
  const run = (...args: string[]) => runCaptured('accounts', args, environment);
  const write = (content: string | Uint8Array) => temporaryFile('accounts.csv', content);
  return {
    run,
    /** Imports a file with this content. */
    imports: (content: string | Uint8Array, ...options: string[]) =>
      run('import', write(content), ...options),
    /** An import that succeeded, with these numbers of accounts: added, renamed, not found, refused. */
    done: (counts: string, more = '') => {
      const [added, renamed, notFound, refused] = counts.split(' ');
      const first = `${added} added, ${renamed} renamed, ${notFound} not found, ${refused} refused`;
      return { exitCode: 0, stderr: '', stdout: `${first}${more.replace('\n', `, in ${database}\n`)}` };
    },
    write,
    service,
    environment,
    database,
  };
}

/** A command that failed with this on standard error, and nothing on standard output. */
const failed = (why: RegExp) => ({ exitCode: 1, stdout: '', stderr: expect.stringMatching(why) });

test('imports a file, reads each new id once, reports rejected lines, and exports the list as CSV', async () => {
  const { run, imports, done, service } = await accounts();
  const rows = 'id;name\n1001;=Akdeniz "A.Ş."\n1004;Acme\n9999;Nobody\n1003;Refused\n1004;Twice\n';
  const lines = `not found: 9999
refused by the service: 1003
line 6: skipped, an earlier row has this id with another name: "1004"
`;
  expect(await imports(rows)).toEqual(done('2 0 1 1', `\n${lines}`));
  const { generalInfos } = service.counts;
  expect(await imports('1001\n1004,Acme Ltd\n')).toEqual(done('0 1 0 0', '\n'));
  expect(service.counts.generalInfos).toBe(generalInfos);
  expect(await run('retire', '1004')).toMatchObject({ exitCode: 0, stdout: '1004 is retired.\n' });
  expect(await run('export')).toMatchObject({ exitCode: 0, stdout: `id,name\n1001,"'=Akdeniz ""A.Ş."""\n` });
});

test.each([
  ['that is not there', 1, 'Kundennummer;Name\nx-1;A\nx-2;B\n', /^0 added, 0 renamed, 3 not found/],
  ['that could not be read', 0, '1001\n1005\n', /^1 added, .*\n1 could not be read and were not added/],
  [
    'with control characters, spelt out',
    0,
    '1001,Acme\n\u009b31mRED\u202e1002,Bad\n',
    /\nline 2: skipped, .*: "\[U\+009B\]31mRED\[U\+202E\]1002"\n$/,
  ],
])('an import leaves out what is %s; it ends with %i', async (_, exitCode, content, told) => {
  const { imports } = await accounts();
  expect(await imports(content)).toMatchObject({ exitCode, stdout: expect.stringMatching(told) });
});

test.each([
  ['another encoding', Buffer.from([0x31, 0x2c, 0xde]), /is not UTF-8 text: save it as “CSV UTF-8”\. Not/],
  ['an open quote', '1,"x', /has an unclosed quote, or a row of more than 10,000 characters\. Nothing was/],
])('imports nothing of a file with %s', async (_, content, problem) => {
  const { imports } = await accounts();
  expect(await imports(content)).toEqual(failed(problem));
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

test('--replace retires what is not in the file; more than a tenth of the list needs --yes', async () => {
  const { run, imports, done } = await accounts();
  await imports('1001\n1004\n1007\n');
  const many =
    /^1 of 3 accounts would be retired, with their watches: 1007\. Nothing was imported\. Add --yes/;
  expect(await imports('1001\n1004\n', '--replace')).toEqual(failed(many));
  const retired = done('0 0 0 0', ', 1 retired\nretired: 1007\n');
  expect(await imports('1001\n1004\n', '--replace', '--yes')).toEqual(retired);
  expect((await run('list')).stdout).toBe('id,name\n1001,\n1004,\n');
  expect(await imports('id,name\n', '--replace', '--yes')).toEqual(
    failed(/has no accounts\. Nothing was imported\./),
  );
  expect(await imports('id,name\n"=""1001""",Acme\n', '--replace', '--yes')).toEqual(
    failed(/has no accounts; line 2: the id begins like a formula\. Nothing was imported\./),
  );
  expect((await run('list')).stdout).toBe('id,name\n1001,\n1004,\n');
});

test('--replace retires nothing while a new account cannot be read', async () => {
  const { run, imports } = await accounts();
  await imports('1001\n1004\n');
  const refused = failed(
    /^1 added, but 1 could not be read, so none was retired\. Try again, or add --unread/,
  );
  expect(await imports('1007\n1005\n', '--replace', '--yes')).toEqual(refused);
  expect((await run('list')).stdout).toBe('id,name\n1001,\n1004,\n1007,\n');
});

test('--replace keeps an account whose row was skipped', async () => {
  const { run, imports } = await accounts();
  await imports('1001\n1004\n1007\n');
  const skipped = `1001\n1004,${'a very long name '.repeat(7)}\n1007\u200b,Seven\n`;
  expect(await imports(skipped, '--replace')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/ 0 retired, in .*\nline 2: skipped.*\nline 3: skipped/),
  });
  expect((await run('list')).stdout).toContain('1004,\n1007,\n');
});

test('reads a pipe to its end', async () => {
  const { environment, done } = await accounts();
  const rows = Array.from({ length: 20_000 }, (_, index) => `load-${100_000 + index}\n`).join('');
  const { path, env } = builtProgram('accounts');
  const child = spawn('sh', ['-c', `cat | "${process.execPath}" "${path}" import /dev/stdin --unread`], {
    env: { ...process.env, ...env, ...environment },
  });
  child.stdin.end(rows);
  const [stdout, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect({ exitCode, stdout, stderr: '' }).toEqual(done('20000 0 0 0', '\n'));
});

test('reads the standard input that it was given: another user may not open that again, and a socket nobody', async () => {
  const { environment, done } = await accounts();
  const run = runProgram('accounts', { args: ['import', '/dev/stdin', '--unread'], env: environment });
  run.write('1001\n1004,Acme\n');
  run.endInput();
  const { code: exitCode, ...printed } = await run.ended;
  expect({ exitCode, ...printed }).toEqual(done('2 0 0 0', '\n'));
});

test('exports names that begin no formula, also where a spreadsheet separates at semicolons, and reimports them, as a process without Slack settings', async () => {
  const { environment, run, imports, done } = await accounts();
  const names = ['Acme;=1+1', "'=1+1", "Acme;'=1+1", "''@Acme;''-1", 'Acme;"=1+1;x', '"+1'];
  names.push("'Neill; Sons;'s", ';;=1;+2', 'Acme; "Ltd"', '=Şifa, Akdeniz');
  const store = await createStore(environment.DATABASE_URL, Date.now, SILENT);
  await store.accountList.add(names.map((name, index) => ({ id: `load-${index}`, name })));
  await store.close();
  const { stdout: exported } = await runProgram('accounts', { args: ['export'], env: environment }).ended;
  expect(exported.split(/[;\n]/).filter((cell) => /^["]*[=+\-@]/.test(cell))).toEqual([]);
  expect(await imports(exported, '--replace')).toEqual(done('0 0 0 0', ', 0 retired\n'));
  expect(await run('export')).toMatchObject({ stdout: exported });
});

test('--unread asks the service nothing; above 20,000 accounts nothing is imported', async () => {
  const { imports, service } = await accounts();
  const full = Array.from({ length: 20_000 }, (_, index) => `load-${index}`);
  expect(await imports(full.join('\n'), '--unread')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(service.counts).toMatchObject({ logins: 0, generalInfos: 0 });
  expect(await imports('load-20000')).toEqual(
    failed(/^The list holds 20000 accounts at most, and this would be more\. Nothing was imported\.\n$/),
  );
});

test('says how long it will read, because until then nothing is printed, and that the sign-in is refused', async () => {
  const { imports, run, service } = await accounts();
  service.addFault({ kind: 'status', status: 401 }, { operation: 'login' });
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`).join('\n');
  const refused = 'Nothing was imported: the service refuses the user name or password';
  const time = 'Reading 412 new accounts takes 9 s; then they are imported\\. With --unread .*\n';
  expect(await imports(ids(412))).toEqual(failed(new RegExp(`^${time}${refused}`)));
  expect(await imports(ids(60))).toEqual(failed(new RegExp(`^${refused}`)));
  expect((await run('export')).stdout).toBe('id,name\n');
});

test('names the database that has no such account: it may be another one than the bot has', async () => {
  const { run, environment, database } = await accounts();
  expect(await run('retire', '1004')).toMatchObject({ stderr: `1004 is not on the list in ${database}.\n` });
  expect(await runCaptured('history', ['1004', '--csv'], environment)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `Nothing is known of the past of 1004 in ${database}. Only watched accounts have a history.\n`,
  });
});

test.each([[[]], [['frob']], [['import']], [['retire', '1004', '1005']]])(
  'says how %j is used on standard error, so that it cannot overwrite a list',
  async (args) => {
    expect(await runCaptured('accounts', args)).toEqual(failed(/^Use import with a file, /));
  },
);
