import { describe, expect, test, vi } from 'vitest';
import { CUSTOMERS } from '../../sandbox/backup-service/accounts/customers.ts';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { USAGE } from '../../sandbox/options.ts';
import { actNow, FINE, fine, HALF_PROTECTED, isUnpinned } from '../support/phrases.ts';
import { LANGUAGE, words } from '../support/reader.ts';
import { runScript } from '../support/run-script.ts';

const sandbox = (args: readonly string[], env: Record<string, string> = {}) =>
  runScript('sandbox/main.ts', { args, env });

/** Where the bot, and everybody's Slack, has the language of this run. */
const inLanguage = (args: readonly string[], env?: Record<string, string>) =>
  sandbox(['--language', LANGUAGE, ...args], env);
/** How the list of accounts names it. */
const called = (id: string) => words.pins.named(new Map(CUSTOMERS).get(id) ?? '', id);
/** A terminal has ordinary spaces only. */
const drawn = (text: string) => text.replaceAll('\u00A0', ' ');

describe.each([
  ['Socket Mode', []],
  ['signed HTTP', ['--http']],
])('npm run sandbox over %s', (_, flags) => {
  test('runs one command, prints what the person sees in English, the default, and exits 0', async () => {
    const { code, stdout, stderr } = await sandbox([...flags, '--once', '/backup-status 1004']).ended;
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('Only visible to you\n🚨 Acme Ltd (1004) · Act now: ');
    expect(stdout).toContain('[ Refresh ] [ Share ] [ ⋮ Pin · Details · History ]');
  });
});

test('--language tr: the bot speaks Turkish, and so does the Slack around it', async () => {
  const { code, stdout } = await sandbox(['--language', 'tr', '--once', '/backup-status 1004']).ended;
  expect(code).toBe(0);
  expect(stdout).toContain('🚨 Acme Ltd (1004) · Acil: ');
  expect(stdout).toContain('3 gün önce');
  expect(stdout).toContain('[ Yenile ] [ Paylaş ] [ ⋮ Sabitle · Ayrıntılar · Geçmiş ]');
});

test('--json prints the raw messages', async () => {
  const { code, stdout } = await inLanguage(['--once', '/backup-status 1001', '--json']).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject(
    [
      {
        response_type: 'ephemeral',
        text: expect.stringContaining(fine(called('1001'))),
        blocks: [{ type: 'header' }],
      },
    ].map(({ blocks, ...rest }) => ({
      ...rest,
      blocks: expect.arrayContaining(blocks.map((block) => expect.objectContaining(block))),
    })),
  );
});

test('a service of one’s own is asked instead of the reference one', async () => {
  const service = await startBackupService({ username: 'me', password: 'mine' });
  try {
    const env = {
      BACKUP_SERVICE_URL: service.url,
      BACKUP_SERVICE_USERNAME: 'me',
      BACKUP_SERVICE_PASSWORD: 'mine',
    };
    const { code, stdout } = await inLanguage(['--once', '/backup-status 1003'], env).ended;
    expect(code).toBe(0);
    expect(stdout).toContain(`✅ ${fine('1003')}`);
    expect(service.counts.generalInfos).toBe(1);
  } finally {
    await service.close();
  }
});

test.each(['/backup-status 1003', '/backup-status 1003 share'])(
  'the answer is waited for when it comes late: %s',
  async (line) => {
    const service = await startBackupService({ latencyMs: 200 });
    try {
      const { code, stdout } = await inLanguage(['--once', line], {
        BACKUP_SERVICE_URL: service.url,
        BACKUP_SERVICE_USERNAME: service.username,
        BACKUP_SERVICE_PASSWORD: service.password,
        ANSWER_INLINE_WITHIN_MS: '0',
      }).ended;
      expect(stdout).toContain(`✅ ${fine('1003')}`);
      expect(code).toBe(0);
    } finally {
      await service.close();
    }
  },
);

test('at the prompt one types commands, presses buttons, and quits', async () => {
  const run = inLanguage(['--http']);
  await run.printed('ada in oncall> ');
  run.write('/backup-status 1001\n');
  await run.printed(`✅ ${drawn(fine(called('1001')))}`);
  run.write(`${words.buttons.details}\n`);
  await run.printed(words.details.fields.lastBackupDateDb);
  run.write(`${words.details.close}\nnonsense\n`);
  await run.printed('There is nothing called "nonsense" to press.');
  run.write('as bora\nin general\n');
  await run.printed('bora in general> ');
  run.write('quit\n');
  const { code, stderr } = await run.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('lines from a pipe are all run, then the sandbox ends', async () => {
  const run = inLanguage([]);
  run.write('/backup-status 1001\n/backup-status 1003\n');
  run.endInput();
  const { code, stdout, stderr } = await run.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(drawn(fine(called('1001'))));
  expect(stdout).toContain(drawn(fine(called('1003'))));
});

test('--once home opens Home, exits 0', async () => {
  const { code, stdout, stderr } = await inLanguage(['--http', '--once', 'home']).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(words.home.lookUpLabel);
});

test('at the prompt pins are made, named, used by name, shown worst first, and taken away', async () => {
  const run = inLanguage([]);
  await run.printed('ada in oncall> ');
  run.write(`/backup-status 1001\n${words.buttons.pin}\n`);
  await run.printed(words.pins.nameView.label('1001'));
  run.write(`close\n/backup-status 1004\n${words.buttons.pin}\n`);
  await run.printed(words.pins.nameView.label('1004'));
  run.write('submit Acme\n/backup-status acme\n');
  await run.printed(`🚨 ${drawn(actNow('Acme (1004)'))}`);
  run.write('home\n');
  await run.printed(drawn(words.home.lead({ kind: 'critical', count: 1, total: 2 })));
  const stopped = drawn(actNow('Acme (1004)'));
  // The second line of a row, which no card has.
  await run.printed(`${stopped}\n⚪ ${words.status.offline} · ${words.triage.backup('folders', '')}`);
  const home =
    (await run.printed(`${drawn(called('1001'))} · ${FINE}`)).split(words.home.lookUpLabel).at(-1) ?? '';
  expect(home.indexOf(stopped)).toBeLessThan(home.indexOf(`${drawn(called('1001'))} · ${FINE}`));
  run.write('find 1007\n');
  await run.printed(`${drawn(called('1007'))} · ${drawn(HALF_PROTECTED)}\n`);
  run.write(`${words.buttons.unpin}\n`);
  await run.printed(isUnpinned('').trim());
  run.write('quit\n');
  expect((await run.ended).code).toBe(0);
});

test('the prompt serves a page beside it, everybody reads their own language, and Ctrl-C stops everything', async () => {
  const run = sandbox([]);
  const printed = await run.printed('ada in oncall> ');
  const [, url = 'none'] = /^\s*The page: +(http:\/\/127\.0\.0\.1:\d+\/)\n/.exec(printed) ?? [];
  expect(printed).toContain(`Change faults, the clock, backups and the token on the page: ${url}\n`);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  run.write('as bora\n/backup-status 1004\n');
  const turkish = await run.printed('[ Yenile ] [ Paylaş ]');
  expect(turkish).toContain('Yalnızca siz görebilirsiniz\n🚨 Acme Ltd (1004) · Acil: ');
  expect(turkish).toContain('3 gün önce');
  expect(turkish).not.toContain('days ago');
  run.write('as ada\n/backup-status 1004\n');
  const english = await run.printed('[ Refresh ] [ Share ]');
  expect(english).toContain('Only visible to you\n🚨 Acme Ltd (1004) · Act now: ');
  expect(english).toContain('3 days ago');
  run.kill('SIGINT');
  expect((await run.ended).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('--open opens the page with what the machine opens links with, and says when there is nothing', async () => {
  const run = runScript('sandbox/main.ts', { args: ['--open'], env: { PATH: '/nowhere' } });
  const printed = await run.printed('ada in oncall> ');
  const [url = 'none'] = /http:\/\/127\.0\.0\.1:\d+\/(?=\n)/.exec(printed) ?? [];
  run.write('quit\n');
  expect((await run.ended).stderr).toMatch(
    new RegExp(`is not there to open the page; its address is ${url}\n$`),
  );
});

test('with credentials of one’s own the page’s address has a secret, which --open does not show to others', async () => {
  const run = runScript('sandbox/main.ts', {
    args: ['--open'],
    env: {
      BACKUP_SERVICE_URL: 'http://127.0.0.1:1/api',
      BACKUP_SERVICE_USERNAME: 'me',
      BACKUP_SERVICE_PASSWORD: 'mine',
    },
  });
  const printed = await run.printed('ada in oncall> ');
  expect(printed).toMatch(/The page: +http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n/);
  run.write('quit\n');
  expect((await run.ended).stderr).toBe(
    'Not opened: other users of this machine would see the secret in the address. Open it in your browser yourself.\n',
  );
});

test('--once serves no page and does not wait for a bundler', async () => {
  const hook =
    'import{registerHooks}from"node:module";registerHooks({resolve(name,context,next){if(name==="rolldown")throw(Error("bundler"));return(next(name,context))}})';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
  const once = await sandbox(['--once', '/backup-status help'], env).ended;
  expect(once).toMatchObject({ code: 0, stderr: '' });
  expect(once.stdout).not.toContain('The page:');
  // The prompt does, so the hook would have caught it.
  expect(await sandbox([], env).ended).toMatchObject({ code: 1, stderr: 'bundler\n' });
});

test.each(['SIGKILL', 'SIGHUP'] as const)('%s of the sandbox ends its bot, too', async (signal) => {
  const run = sandbox(['--verbose']);
  await run.printed('ada in oncall> ');
  run.kill(signal);
  const { stderr } = await run.ended;
  const [, port = 'unknown'] = /"operations":(\d+)/.exec(stderr) ?? [];
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed'), {
    timeout: 10_000,
  });
});

test('a command that the manifest does not declare is refused as Slack would, exit code 1', async () => {
  const { code, stderr } = await sandbox(['--once', '/nope 1']).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('/nope is not a valid command; this app has /backup-status');
});

test('an option that is none is explained, exit code 1', async () => {
  const { code, stderr } = await sandbox(['--bogus']).ended;
  expect(code).toBe(1);
  expect(stderr).toContain("Unknown option '--bogus'");
  expect(stderr).toContain(USAGE);
});
