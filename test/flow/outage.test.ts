import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { answer, homeText, reads } from '../support/people.ts';
import { FINE, inOrder, NOT_CHECKED, toldWaitMs, UNCHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { type BotSetup, startBot } from '../support/start-bot.ts';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `load-${from + index}`);

/** A failure that no retry in the same look-up can pass. */
const DOWN = { kind: 'status', status: 503, headers: { 'retry-after': '60' } } as const;

/** What people read about it. */
const FAULT = words.failure.unavailable['no-answer'](undefined).what;

const TWELVE_MINUTES_AGO = words.time.ago(12 * 60_000);

/** How often a text contains a part. */
const timesIn = (text: string | undefined, part: string) => (text ?? '').split(part).length - 1;

/** A bot whose clock stands until the test moves it. */
const start = (setup: BotSetup = {}) => startBot({ transport: 'socket', standsAtMs: Date.now(), ...setup });

describe('an outage of the service', () => {
  test('after five failures answers everybody at once: why, when to try again, and the last answer', async () => {
    const { ada, bora, service, clock } = await start();
    await ada.command('/backup-status 1001');
    clock.advance(12 * 60_000);
    service.addFault(DOWN);
    await ada.command(`/backup-status ${ids(5).join(' ')}`);
    const asked = service.requests.length;
    const { message } = await bora.command('/backup-status 1001');
    expect(message?.text).toMatch(inOrder(words.card.was('✅', FINE), TWELVE_MINUTES_AGO, FAULT));
    const notKnown = (await answer(bora, '1004')) ?? '';
    expect(notKnown).toContain(`❔ 1004 · ${NOT_CHECKED}\n${FAULT}`);
    for (const text of [message?.text ?? '', notKnown]) expect(toldWaitMs(text)).toBeLessThan(60_000);
    expect(service.requests).toHaveLength(asked);
    service.clearFaults();
    clock.advance(10_000);
    const back = await Promise.all(['1001', '1004'].map((id) => bora.command(`/backup-status ${id}`)));
    expect(back.map((delivery) => delivery.message?.text)).toEqual([
      expect.not.stringContaining(FAULT),
      expect.not.stringContaining(UNCHECKED),
    ]);
  });

  test('Retry probes the service, and the card shows the new answer', async () => {
    const { ada, service, clock } = await start();
    await ada.command('/backup-status 1004');
    service.addFault(DOWN);
    for (const id of ids(6)) await ada.command(`/backup-status ${id}`);
    await ada.command('/backup-status 1001');
    service.clearFaults();
    clock.advance(15_000);
    await ada.press({ actionId: 'account_refresh', blockId: 'account::1001' });
    await ada.waitFor(() => ada.messages().find(({ text }) => text.includes('1001') && text.includes(FINE)));
  });

  test('an answer that takes longer than its budget is shown as a failure', async () => {
    const { ada, service } = await start({ lookup: { inlineWithinMs: 20, budgetMs: 200 } });
    service.addFault({ kind: 'hang' });
    await ada.command('/backup-status 1001');
    const failure = await reads(ada, NOT_CHECKED);
    expect(failure.text).toContain(FAULT);
  });
});

test('wrong credentials are shown with who has to act, once in Home; replicas share the pause between logins', async () => {
  const tokens = new Keyv();
  const changeStore: BotSetup['changeStore'] = ({ caches }) => ({ caches: { ...caches, tokens } as never });
  const settings = { BACKUP_SERVICE_PASSWORD: 'not-the-password' };
  const first = await start({ changeStore, settings, pins: ['1001', '1004'] });
  const { ada, service, slack, store, logLines } = first;
  await ada.openHome();
  await expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(1);
  const { what, next } = words.failure.unavailable['login-rejected'](undefined);
  const why = `${what}* ${next}`;
  expect(timesIn(homeText(ada), why)).toBe(1);
  await first.stop();
  const second = await start({ store, changeStore, settings, service, slack });
  const { message } = await second.ada.command('/backup-status 1001');
  for (const shown of [what, next]) expect(message?.text).toContain(shown);
  expect(service.counts.rejectedLogins).toBe(1);
  await second.stop();
  // The right password is used at once.
  const third = await start({ store, changeStore, service, slack });
  expect(await answer(third.ada, '1001')).toContain(FINE);
});
