import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import { words } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';
import { startOwn } from '../support/start-bot.ts';
import { startBotProcess } from '../support/start-bot-process.ts';
import { answer, reads } from './sees.ts';

const { what, title, next } = words.failure.unavailable['no-answer'](undefined);

/** The bot in a process of its own that has said that it is still asking, with one look-up that is at the service. */
async function startAsking(
  transport: Transport,
  slowly: (service: ReferenceBackupService) => void,
  env: Record<string, string> = {},
) {
  const service = await startOwn(startBackupService());
  const bot = await startBotProcess({ service, transport, env });
  slowly(service);
  expect(await answer(bot.ada, '1001')).toBe(words.command.pending('1001'));
  return bot;
}

const hang = (service: ReferenceBackupService) => service.addFault({ kind: 'hang' });

describe('a process that is told to stop', () => {
  test('tells those whom the service keeps waiting, and exits 0; the same signal at once again counts once', async () => {
    const bot = await startAsking('socket', hang);
    // As npm hands it on.
    bot.kill('SIGINT');
    bot.kill('SIGINT');
    expect((await reads(bot.ada, what)).text).toBe(`❔ 1001 · ${title}\n${what}\n${next}`);
    expect((await bot.ended).code).toBe(0);
  });

  test('a second time ends at once', async () => {
    const bot = await startAsking('http', hang);
    bot.kill('SIGTERM');
    await bot.printed('"msg":"stopping"');
    bot.kill('SIGINT');
    const { code, stdout } = await bot.ended;
    expect(code).toBe(130);
    expect(stdout).not.toContain('"msg":"stopped"');
  });

  test.each([
    ['a rejection', 'SIGUSR2', 'socket'],
    ['a throw', 'SIGCONT', 'http'],
  ] as const)(
    'by %s that nobody handled: a fatal line, a word to those who wait, exit 1',
    async (_what, signal, transport) => {
      const planted = join(import.meta.dirname, '../support/reject-on-signal.ts');
      const bot = await startAsking(transport, hang, { NODE_OPTIONS: `--import=${planted}` });
      bot.kill(signal);
      await reads(bot.ada, what);
      const { code, stdout } = await bot.ended;
      expect(code).toBe(1);
      expect(stdout).toMatch(/"level":60.*"message":"a planted defect".*a defect went unhandled/);
      expect(stdout).toContain('"msg":"stopped"');
    },
  );
});
