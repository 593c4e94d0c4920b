import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { HOME_ACTIONS } from '../../src/formatters/action-ids.ts';
import { homeText, ownerOf } from '../support/home-of.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type BotSetup, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `load-${from + index}`);

/** A failure that no attempt in the same look-up gets over. */
const DOWN = { kind: 'status', status: 503, headers: { 'retry-after': '60' } } as const;

/** A bot at a clock that the test moves. */
async function startAt(setup: Omit<BotSetup, 'now'>) {
  const clock = { nowMs: Date.now() };
  const bot = await startBot({ ...setup, now: () => clock.nowMs });
  return { ...bot, clock };
}

describe.each(TRANSPORTS)('an outage of the service, over %s', (transport) => {
  test('after five failures in a row everybody hears at once why and when to try again, with the last answer', async () => {
    const { ada, bora, service, clock } = await startAt({ transport });
    await ada.command('/backup-status 1001');
    clock.nowMs += 12 * 60_000;
    service.addFault(DOWN);
    await ada.command(`/backup-status ${ids(5).join(' ')}`);
    const asked = service.requests.length;
    const { message } = await bora.command('/backup-status 1001');
    expect(message?.text).toMatch(
      /Backups are fine.*\n.*reports a fault of its own.*12 min ago\. Try again in \d+ s\./,
    );
    expect((await bora.command('/backup-status 1004')).message?.text).toMatch(
      /^1004 · Could not be checked\. The service reports a fault of its own\. Try again in \d+ s\.$/,
    );
    expect(service.requests).toHaveLength(asked);
    service.clearFaults();
    clock.nowMs += 10_000;
    const back = await Promise.all(['1001', '1004'].map((id) => bora.command(`/backup-status ${id}`)));
    expect(back.map((delivery) => delivery.message?.text)).toEqual([
      expect.not.stringContaining('reports a fault'),
      expect.not.stringContaining('Could not be checked'),
    ]);
  });

  test('Retry is the probe, and the card is as it should be again', async () => {
    const { ada, service, clock } = await startAt({ transport });
    await ada.command('/backup-status 1004');
    service.addFault(DOWN);
    for (const id of ids(6)) await ada.command(`/backup-status ${id}`);
    await ada.command('/backup-status 1001');
    service.clearFaults();
    clock.nowMs += 15_000;
    await ada.press({ actionId: 'account_refresh', blockId: 'account::1001' });
    await ada.waitFor(() => ada.messages().find(({ text }) => /1001.*Backups are fine/.test(text)));
  });

  test('one account that the service chokes on harms no other', async () => {
    const { ada, service } = await startAt({ transport });
    service.addFault(DOWN, { account: '1007' });
    for (let count = 0; count < 6; count += 1) await ada.command('/backup-status 1007');
    expect((await ada.command('/backup-status 1001')).message?.text).toContain('Backups are fine');
    expect((await ada.command('/backup-status 1007')).message?.text).toContain('reports a fault of its own');
  });

  test('Home says it once, shows what was known, and sums up what was not', async () => {
    const store = await startStore();
    const { ada, service, clock, logLines } = await startAt({ transport, store });
    const known = ['1001', '1004'];
    for (const accountId of [...known, ...ids(48)]) await store.pins.add(ownerOf(ada), { accountId });
    await ada.command(`/backup-status ${known.join(' ')}`);
    clock.nowMs += 12 * 60_000;
    service.addFault(DOWN);
    await ada.openHome();
    const homes = () => logLines.filter(({ by }) => by === 'home');
    await expect.poll(homes).toHaveLength(1);
    const notice = /reports a fault of its own\.\* Showing answers/g;
    const shown = homeText(ada);
    expect(shown).toMatch(/reports a fault of its own\.\* Showing answers from [^"]*12 min ago/);
    expect(shown.match(notice)).toHaveLength(1);
    expect(shown).toMatch(
      /\*1004 · .*as of 12 min ago.*\*1001 · .*as of 12 min ago.*48 accounts without an earlier answer/s,
    );
    expect(shown).not.toMatch(/Updated|of 50"/);
    await ada.press({ actionId: HOME_ACTIONS.refresh });
    await expect.poll(homes).toHaveLength(2);
    expect(homeText(ada).match(notice)).toHaveLength(1);
  });

  test('a list says it once, with what was known of each', async () => {
    const { ada, service, clock } = await startAt({ transport });
    await ada.command('/backup-status 1001 1004');
    clock.nowMs += 12 * 60_000;
    service.addFault(DOWN);
    const { message } = await ada.command('/backup-status 1001 1004 1007');
    expect(message?.text.match(/reports a fault/g)).toHaveLength(1);
    const drawn = JSON.stringify(message?.blocks);
    expect(drawn.match(/reports a fault/g)).toHaveLength(1);
    expect(drawn).toMatch(
      /1004 · .*as of 12 min ago.*1001 · .*as of 12 min ago.*1007 · Could not be checked/s,
    );
  });

  test('a pause that the service asks for is kept for everybody, and told with the time that is left', async () => {
    const { ada, bora, service, clock } = await startAt({ transport });
    await ada.command('/backup-status 1001');
    service.resetCounts();
    service.addFault({ kind: 'rate-limited', retryAfterSeconds: 60 }, { next: 1 });
    await ada.command('/backup-status 1004');
    clock.nowMs += 20_000;
    const { message } = await bora.command('/backup-status 1001');
    expect(message?.text).toMatch(/Backups are fine.*\n.*asks for a pause.*Try again in 40 s\./);
    expect(service.counts.generalInfos).toBe(1);
    clock.nowMs += 40_000;
    expect((await bora.command('/backup-status 1001')).message?.text).not.toContain('pause');
  });
});

describe.each(TRANSPORTS)('wrong credentials, over %s', (transport) => {
  test('are said plainly, with who has to act, in Home once; and two replicas send one login a pause', async () => {
    const store = await startStore();
    const tokenStore = new Keyv();
    const backupService = { password: 'not-the-password' };
    const first = await startAt({ transport, store, tokenStore, backupService });
    const { ada, service, slack, logLines } = first;
    for (const accountId of ['1001', '1004']) await store.pins.add(ownerOf(ada), { accountId });
    await ada.openHome();
    await expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(1);
    const said =
      /This app cannot sign in to the service\.\* Tell whoever runs this app: the service refuses its sign-in\./g;
    expect(homeText(ada).match(said)).toHaveLength(1);
    await first.stop();
    const second = await startAt({ transport, store, tokenStore, backupService, service, slack });
    const { message } = await second.ada.command('/backup-status 1001');
    expect(message?.text).toContain('This app cannot sign in to the service. Tell whoever runs this app');
    expect(service.counts.rejectedLogins).toBe(1);
    await second.stop();
    // Whoever has mended the password need not wait.
    const third = await startAt({ transport, store, tokenStore, service, slack });
    expect((await third.ada.command('/backup-status 1001')).message?.text).toContain('Backups are fine');
  });
});
