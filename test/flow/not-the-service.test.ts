import { expect, test } from 'vitest';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { answer } from './sees.ts';

const reading = { freshForMs: 0 };
test('the word of the service itself on an account is believed, and goes to the log', async () => {
  const { ada, service, logLines } = await startBot({ transport: 'socket', lookup: reading });
  await ada.command('/backup-status 1001');
  service.addFault({ kind: 'status', status: 403, code: 'NOT_YOURS' }, { operation: 'general-info' });
  expect(await answer(ada, '1001')).toContain(`1001 · ${words.failure.forbidden('1001').title}`);
  expect(logLines).toContainEqual(
    expect.objectContaining({
      accountId: '1001',
      error: expect.objectContaining({ code: 'forbidden', status: 403 }),
    }),
  );
  service.addFault({ kind: 'hang' });
  await service.close();
  expect(await answer(ada, '1001')).not.toContain(FINE);
});

test('an account that the service refuses alone is no trouble with the sign-in, and nothing to be alarmed about', async () => {
  const { ada, service, logLines } = await startBot({ transport: 'socket', lookup: reading });
  await ada.command('/backup-status 1001');
  service.addFault({ kind: 'status', status: 401 }, { account: '1004' });
  expect(await answer(ada, '1004')).toContain(`🔒 1004 · ${words.failure.forbidden('1004').title}`);
  expect(logLines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  expect(await answer(ada, '1001')).toContain(FINE);
});
