import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts.ts';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { startBot } from '../support/start-bot.ts';

/** 21 November 2026, 03:00 in Istanbul. */
const NOW_MS = Date.UTC(2026, 10, 21, 0, 0);

test('every account of the reference service has its card, as stored, inside every limit', async () => {
  const now = () => NOW_MS;
  const { ada } = await startBot({ transport: 'http', now, serviceOptions: { now } });
  for (const { id, title } of ACCOUNTS) {
    const { message, error } = await ada.command(`/backup-status "${id}"`);
    expect(error, title).toBeUndefined();
    const { text, blocks } = message ?? {};
    expect(validateMessage({ text, blocks }), title).toEqual([]);
    const file = `cards/${id.replace(/[^\w]+/gu, '-')}.json`;
    await expect(`${JSON.stringify({ text, blocks }, null, 2)}\n`, title).toMatchFileSnapshot(file);
  }
});
