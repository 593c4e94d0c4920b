import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import { FINE } from '../support/phrases.ts';
import { LOCALE, words } from '../support/reader.ts';
import { connectTo, type Transport } from '../support/slack-settings.ts';
import { startBotProcess } from '../support/start-bot-process.ts';
import { startSlack } from '../support/start-slack.ts';

/** The bot in a process of its own, soon to say that it is still asking, with one look-up that is at the service. */
async function startAsking(
  transport: Transport,
  slowly: (service: ReferenceBackupService) => void,
  env: Record<string, string> = {},
) {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startSlack({ locale: LOCALE });
  const bot = await startBotProcess({
    slack,
    service,
    databaseUrl: 'sqlite::memory:',
    transport,
    env,
  });
  await connectTo(slack, bot.requestUrl === undefined ? undefined : Number(new URL(bot.requestUrl).port));
  slowly(service);
  const ada = slack.person('ada');
  const { message } = await ada.command('/backup-status 1001');
  expect(message?.text).toBe(words.command.pending('1001'));
  const reads = (text: string) => () => ada.messages().find((seen) => seen.text.includes(text));
  return { bot, ada, reads };
}

const hang = (service: ReferenceBackupService) => service.addFault({ kind: 'hang' });

describe('a process that is told to stop', () => {
  test('gives the answer that is under way, says that it is not ready, and exits 0', async () => {
    let release = () => {};
    const { bot, ada, reads } = await startAsking('http', (service) => {
      release = service.hold();
    });
    bot.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${bot.operationsUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${bot.operationsUrl}/healthz`)).status).toBe(200);
    release();
    await ada.waitFor(reads(FINE));
    const { code, stdout, stderr } = await bot.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/"msg":"stopped"\}\n$/);
    expect(stderr).toBe('');
  });

  test('tells those whom the service keeps waiting, and exits 0; the same signal at once again counts once', async () => {
    const { bot, ada, reads } = await startAsking('socket', hang);
    // As npm hands it on.
    bot.kill('SIGINT');
    bot.kill('SIGINT');
    const stopping = words.failure.unavailable['no-answer'](undefined);
    const told = await ada.waitFor(reads(stopping.what));
    expect(told.text).toBe(`❔ 1001 · ${stopping.title}\n${stopping.what}\n${stopping.next}`);
    expect((await bot.ended).code).toBe(0);
  });

  test('a second time ends at once', async () => {
    const { bot } = await startAsking('http', hang);
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
      const { bot, ada, reads } = await startAsking(transport, hang, { NODE_OPTIONS: `--import=${planted}` });
      bot.kill(signal);
      await ada.waitFor(reads(words.failure.unavailable['no-answer'](undefined).what));
      const { code, stdout } = await bot.ended;
      expect(code).toBe(1);
      expect(stdout).toMatch(/"level":60.*"message":"a planted defect".*a defect went unhandled/);
      expect(stdout).toContain('"msg":"stopped"');
    },
  );
});
