import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { answer, reads } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { atOnce, type Transport } from '../support/slack-settings.ts';
import { startOwn } from '../support/start-bot.ts';
import { startBotProcess } from '../support/start-bot-process.ts';

const { what, next } = words.failure.unavailable['no-answer'](undefined);

/** The bot as a process that has posted a pending note, with a look-up under way at the service. */
async function startAsking(transport: Transport, env: Record<string, string> = {}) {
  const service = await startOwn(startBackupService());
  const bot = await startBotProcess({ service, transport, env });
  service.addFault({ kind: 'hang' });
  expect(await answer(bot.ada, '1001')).toBe(words.command.pending('1001'));
  return bot;
}

async function stopsWithAnAnswer() {
  const bot = await startAsking('socket');
  // npm passes the signal on, so it arrives twice.
  bot.kill('SIGINT');
  bot.kill('SIGINT');
  expect((await reads(bot.ada, what)).text).toBe(`❔ 1001 · ${words.failure.notChecked(what)}\n${next}`);
  expect((await bot.ended).code).toBe(0);
}

const stopsAfterADefect = (signal: 'SIGUSR2' | 'SIGCONT', transport: Transport) => async () => {
  const planted = join(import.meta.dirname, '../support/reject-on-signal.ts');
  const bot = await startAsking(transport, { NODE_OPTIONS: `--import=${planted}` });
  bot.kill(signal);
  await reads(bot.ada, what);
  const { code, stdout } = await bot.ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/"level":60.*"message":"a planted defect".*stopping after an unhandled defect/);
  expect(stdout).toContain('"msg":"stopped"');
};

const STOPS = {
  'answers people who wait for the service and exits 0, also when the signal comes twice': stopsWithAnAnswer,
  'after a rejection that nothing handled, logs a fatal line, answers people who wait, and exits 1':
    stopsAfterADefect('SIGUSR2', 'socket'),
  'after a throw that nothing handled, does the same': stopsAfterADefect('SIGCONT', 'http'),
};

test(
  'a stopping process answers people who wait, and its exit code says why it stops',
  atOnce(Object.entries(STOPS), ([, stops]) => stops()),
);
