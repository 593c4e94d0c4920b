import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import { MINUTE_MS } from '../account/accounts.ts';
import { temporaryFolder } from '../store/use-databases.ts';
import { pasteAccounts, sees, watches } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { runProgram } from '../support/run-script.ts';
import { startBot } from '../support/start-bot.ts';

test('accounts import --replace notifies each conversation that watched a retired account, and keeps other watches', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'bot.db');
  const databaseUrl = `sqlite:${path}`;
  const { ada, service, clock } = await startBot({ databaseUrl });
  await pasteAccounts(ada, '1001, Akdeniz\n1002, Bay Dental\n1003, Can');
  await sees(ada, words.accounts.added(3, 0));
  await ada.closeModal();
  await watches(ada, '1002 1003');
  await ada.openHome();
  await watches(ada, '1002', { [WATCH_FORM.where]: WHERE.me });

  const file = join(folder, 'accounts.csv');
  writeFileSync(file, 'id,name\n1001,Akdeniz\n1003,Can\n');
  const env = {
    DATABASE_URL: databaseUrl,
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
  };
  const args = ['import', file, '--replace', '--yes'];
  expect(await runProgram('accounts', { args, env }).ended).toEqual({
    code: 0,
    stderr: '',
    stdout: `0 added, 0 renamed, 0 not found, 0 refused, 1 retired, in ${path}\nretired: 1002\n`,
  });
  // How often each process looks for changes of other processes.
  clock.advance(MINUTE_MS);
  const shown = words.watches.retired('Bay Dental (1002)');
  for (const place of ['oncall', 'direct'])
    await expect.poll(() => ada.messages(place).filter(({ text }) => text === shown)).toHaveLength(1);
  expect(ada.messages().at(-1)?.text).toBe(shown);
});
