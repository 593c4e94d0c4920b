import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { CUSTOMERS } from '../../sandbox/backup-service/accounts/accounts.ts';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { actNow, fine, HALF_PROTECTED } from '../support/phrases.ts';
import { LANGUAGE, words } from '../support/reader.ts';
import { runScript } from '../support/run-script.ts';

/** The bot, and everybody's Slack, use the language of this run. */
const inLanguage = (args: readonly string[], env: Record<string, string> = {}) =>
  runScript('sandbox/main.ts', { args: ['--language', LANGUAGE, ...args], env });
/** The name of an account on the list. */
const called = (id: string) => `${CUSTOMERS.find((one) => one.id === id)?.name} (${id})`;
/** A terminal has only ordinary spaces. */
const drawn = (text: string) => text.replaceAll('\u00A0', ' ');

test('uses the service in the environment for all lines of a pipe, even if it answers late, and puts a secret into the page’s URL', async () => {
  const service = await startBackupService({ username: 'me', password: 'mine', latencyMs: 2_300 });
  try {
    const run = inLanguage(['--open'], {
      BACKUP_SERVICE_URL: service.url,
      BACKUP_SERVICE_USERNAME: 'me',
      BACKUP_SERVICE_PASSWORD: 'mine',
    });
    const printed = await run.printed('ada in oncall> ');
    expect(printed).toMatch(/The page: +http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n/);
    run.write('/backup-status 1003\n/backup-status 1001\n');
    run.endInput();
    const ended = await run.ended;
    for (const id of ['1003', '1001']) expect(ended.stdout).toContain(`✅ ${fine(id)}`);
    expect(ended).toMatchObject({
      code: 0,
      stderr:
        'Not opened: other users of this machine would see the secret in the address. Open it in your browser yourself.\n',
    });
    expect(service.counts.generalInfos).toBe(2);
  } finally {
    await service.close();
  }
});

test('at the prompt a person types commands, presses buttons, opens Home, pins and names accounts; the page opens; Ctrl-C stops', async () => {
  // In English, the default, everybody reads their own language.
  const args = ['--http', '--verbose', '--open', ...(LANGUAGE === 'en' ? [] : ['--language', LANGUAGE])];
  const run = runScript('sandbox/main.ts', { args, env: { PATH: '/nowhere' } });
  const printed = await run.printed('ada in oncall> ');
  const [, url = 'none'] = /^\s*The page: +(http:\/\/127\.0\.0\.1:\d+\/)\n/.exec(printed) ?? [];
  expect(printed).toContain(`Change faults, the clock, backups and the token on the page: ${url}\n`);
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  run.write(`/backup-status 1001\n${words.buttons.pin}\n`);
  await run.printed(words.pins.nameView.label('Akdeniz Lojistik A.Ş. (1001)'));
  run.write(`close\n/backup-status 1004\n${words.buttons.details}\n`);
  await run.printed(words.details.fields.lastBackupDateDb);
  run.write('close\naccounts\n');
  // An account that is watched from the start.
  await run.printed('2002              Acme Bakery: backed up 30 h ago');
  run.write(`${words.buttons.pin}\n`);
  await run.printed(words.pins.nameView.label('Acme Ltd (1004)'));
  run.write('submit Acme\n/backup-status acme\n');
  const stopped = drawn(actNow('Acme (1004)'));
  await run.printed(`🚨 ${stopped}`);
  run.write('home\n');
  await run.printed(drawn(words.home.needed(2, 0)));
  // The second line of a row, which no card has.
  await run.printed(`${stopped}\n⚪ ${words.status.offline} · ${words.triage.backup('database', '')}`);
  run.write('submit 1007\n');
  await run.printed(`${drawn(called('1007'))} · ${drawn(HALF_PROTECTED)}\n`);
  run.write('as bora\nin general\n');
  const before = await run.printed('bora in general> ');
  run.write('in oncall\n/backup-status 1004\nin alerts\n');
  const byBora = (await run.printed('bora in alerts> ')).slice(before.length);
  expect(byBora).toContain('Yalnızca siz görebilirsiniz\n🚨 Acme Ltd (1004) · Acil: ');
  expect(byBora).toContain('3 gün önce');
  expect(byBora).not.toContain('days ago');
  run.kill('SIGINT');
  const { code, stderr } = await run.ended;
  expect(code).toBe(0);
  // Uses the machine's program for links.
  expect(stderr).toContain(`is not there to open the page; its address is ${url}\n`);
  const [, port = 'unknown'] = /"operations":(\d+)/.exec(stderr) ?? [];
  for (const gone of [url, `http://127.0.0.1:${port}/healthz`]) await expect(fetch(gone)).rejects.toThrow();
});

test('a bot ends when its sandbox is gone, even if that was killed', async () => {
  const inside = import.meta.resolve('../../sandbox/bot/inside-bot.ts');
  const bot = spawn(
    process.execPath,
    [`--import=${inside}`, '-e', 'setInterval(() => {}, 1_000); process.send("it runs")'],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  onTestFinished(() => void bot.kill('SIGKILL'));
  const exited = once(bot, 'exit');
  await once(bot, 'message');
  // As the system does when the process at the other end is killed.
  bot.disconnect();
  expect(await exited).toEqual([1, null]);
});
