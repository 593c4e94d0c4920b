import { expect, test } from 'vitest';
import { CUSTOMERS } from '../../sandbox/backup-service/accounts/customers.ts';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { actNow, FINE, fine, HALF_PROTECTED, isUnpinned } from '../support/phrases.ts';
import { LANGUAGE, words } from '../support/reader.ts';
import { runScript } from '../support/run-script.ts';

/** Where the bot, and everybody's Slack, has the language of this run. */
const inLanguage = (args: readonly string[], env: Record<string, string> = {}) =>
  runScript('sandbox/main.ts', { args: ['--language', LANGUAGE, ...args], env });
/** How the list of accounts names it. */
const called = (id: string) => words.pins.named(CUSTOMERS.find(([known]) => known === id)?.[1] ?? '', id);
/** A terminal has ordinary spaces only. */
const drawn = (text: string) => text.replaceAll('\u00A0', ' ');

test.each(['/backup-status 1003', '/backup-status 1003 share'])(
  'a service of one’s own is asked instead of the reference one, and waited for when it answers late: %s',
  async (line) => {
    const service = await startBackupService({ username: 'me', password: 'mine', latencyMs: 2_300 });
    try {
      const { code, stdout } = await inLanguage(['--once', line], {
        BACKUP_SERVICE_URL: service.url,
        BACKUP_SERVICE_USERNAME: 'me',
        BACKUP_SERVICE_PASSWORD: 'mine',
      }).ended;
      expect(stdout).toContain(`✅ ${fine('1003')}`);
      expect(code).toBe(0);
      expect(service.counts.generalInfos).toBe(1);
    } finally {
      await service.close();
    }
  },
);

test('at the prompt one types commands, presses buttons, opens Home, and quits', async () => {
  const run = inLanguage(['--http']);
  await run.printed('ada in oncall> ');
  run.write('/backup-status 1001\n');
  await run.printed(`✅ ${drawn(fine(called('1001')))}`);
  run.write(`${words.buttons.details}\n`);
  await run.printed(words.details.fields.lastBackupDateDb);
  run.write(`${words.details.close}\naccounts\n`);
  // One of those that are watched from the start.
  await run.printed('2002              Acme Bakery: backed up 30 h ago');
  run.write('home\n');
  await run.printed(words.home.lookUpLabel);
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
  await run.printed(drawn(words.home.lead({ kind: 'critical', count: 2, total: 8 })));
  const stopped = drawn(actNow('Acme (1004)'));
  // The second line of a row, which no card has.
  await run.printed(`${stopped}\n⚪ ${words.status.offline} · ${words.triage.backup('folders', '')}`);
  await run.printed(`${drawn(called('1001'))} · ${FINE}`);
  run.write('find 1007\n');
  await run.printed(`${drawn(called('1007'))} · ${drawn(HALF_PROTECTED)}\n`);
  run.write(`${words.buttons.unpin}\n`);
  await run.printed(isUnpinned('').trim());
  // A terminal that is closed: everything stops in order, as for Ctrl-C.
  run.kill('SIGHUP');
  expect((await run.ended).code).toBe(0);
});
