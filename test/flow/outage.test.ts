import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import {
  answer,
  answered,
  card,
  homeText,
  READY,
  readiness,
  seesAtHome,
  textOf,
  until,
} from '../support/people.ts';
import { FINE, inOrder, NOT_CHECKED, UNCHECKED } from '../support/phrases.ts';
import { startAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { type BotSetup, DOWN, startBot } from '../support/start-bot.ts';
import { HOUR_MS, startWatching } from '../support/start-watching.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `load-${1 + index}`);

/** What people read about it. */
const FAULT = words.failure.unavailable['no-answer'](undefined).what;

const TWELVE_MINUTES_AGO = words.time.ago(12 * 60_000);

/** Asks the service each time. */
const lookup = { freshForMs: 0 };

const WAITS_MS = Array.from({ length: 59 }, (_, index) => (59 - index) * 60_000);

/** The wait that a text names before the next try. Undefined if it has none. */
const toldWaitMs = (text: string) =>
  WAITS_MS.find((ms) => text.includes(words.failure.unavailable['no-answer'](ms).next));

/** The wait that the person reads before they should look the account up again. */
async function toldMs(person: Person, id: string): Promise<number> {
  const text = await answer(person, id);
  expect(text).toContain(UNCHECKED);
  return toldWaitMs(text) ?? Number.NaN;
}

/** A bot whose clock stands until the test moves it. */
const start = (setup: BotSetup = {}) => startBot({ transport: 'socket', standsAtMs: Date.now(), ...setup });

test('an outage of the service after five failures answers everybody at once: why, when to try again, and the last answer', async () => {
  const bot = await start({ operations: true });
  const { ada, bora, service, clock } = bot;
  await ada.command('/backup-status 1001');
  clock.advance(12 * 60_000);
  service.addFault(DOWN);
  await ada.command(`/backup-status ${ids(5).join(' ')}`);
  const asked = service.requests.length;
  const { message } = await bora.command('/backup-status 1001');
  expect(message?.text).toMatch(inOrder(FAULT, words.card.was('✅', FINE), TWELVE_MINUTES_AGO));
  const notKnown = (await answer(bora, '1004')) ?? '';
  expect(notKnown).toContain(`❔ 1004 · ${NOT_CHECKED}\n`);
  for (const text of [message?.text ?? '', notKnown]) expect(toldWaitMs(text)).toBe(60_000);
  expect(service.requests).toHaveLength(asked);
  const [doctor = ''] = (await answer(ada, 'doctor')).split('\n');
  const [before = '', after = ''] = words.checkUp.failing('|').split('|');
  expect(doctor).toMatch(inOrder(`🔌 ${words.checkUp.service}: ${before}`, ` UTC${after} ${FAULT}`));
  expect(toldWaitMs(doctor)).toBe(60_000);
  // Failing look-ups are no reason to replace the process.
  const failingSince = new Date(clock.now()).toISOString();
  const failed = { failingSince, reason: 'no-answer', hasToken: true };
  expect(await readiness(bot)).toEqual({ ...READY, service: failed });
  service.clearFaults();
  clock.advance(10_000);
  const back = await Promise.all(['1001', '1004'].map((id) => bora.command(`/backup-status ${id}`)));
  expect(back.map((delivery) => delivery.message?.text)).toEqual([
    expect.not.stringContaining(FAULT),
    expect.not.stringContaining(UNCHECKED),
  ]);
  expect(await readiness(bot)).toEqual(READY);
});

test('during an outage a card and a list say what is known: who is on it, that it is muted, and when to try again', async () => {
  const { ada, bora, service, clock } = await startAlert();
  await answer(bora, '1004 1001');
  service.addFault(DOWN);
  clock.advance(HOUR_MS);
  expect(textOf(await card(bora, '1004'))).toMatch(inOrder(FAULT, words.summary.nobodyYet));
  await bora.press({ actionId: ACTIONS.acknowledge });
  await until(bora, () => textOf(bora.messages('oncall').at(-1)).includes('👀 {user}'));
  await answer(ada, 'mute 1004 4h server move');
  expect(textOf(await card(ada, '1004'))).toMatch(inOrder(FAULT, '👀 {user}', '🔕', 'server move'));
  const { next } = words.failure.unavailable['no-answer'](undefined);
  const list = await answer(ada, '1004 1001');
  expect(list).toMatch(inOrder(FAULT, '👀', '🔕'));
  expect(list).toContain(next);
});

test('Home calls no watched account fine while the service is away, even for a person without pins', async () => {
  const { ada, service, clock, alerts, timePasses } = await startWatching();
  await ada.openHome();
  await seesAtHome(ada, `✅ ${words.triage.summary(1, { healthy: 1 })}`);
  service.addFault(DOWN);
  clock.advance(2 * HOUR_MS);
  await timePasses(() => alerts().length > 0);
  await ada.openHome();
  const [since = ''] = words.alert.outage.what('|').split('|');
  await seesAtHome(ada, inOrder(`❔ ${words.triage.summary(1, { notChecked: 1 })}`, `🔌 ${since}`));
});

test('wrong credentials are shown with who has to act, once in Home; the next login follows a pause that replicas share', async () => {
  const tokens = new Keyv();
  const changeStore: BotSetup['changeStore'] = ({ caches }) => ({ caches: { ...caches, tokens } as never });
  const settings = { BACKUP_SERVICE_PASSWORD: 'not-the-password' };
  const first = await start({ changeStore, settings, operations: true, pins: ['1001', '1004'] });
  const { ada, service, slack, store } = first;
  const { what, next } = words.failure.unavailable['login-rejected'](undefined);
  expect(await answer(ada, 'doctor')).toContain(`🔌 ${words.checkUp.service}: ${what} · ${next}`);
  expect(await readiness(first)).toEqual({ ...READY, service: { hasToken: false } });
  await ada.openHome();
  await answered(first, 1);
  const why = `${what}* · ${next}`;
  expect(homeText(ada).split(why)).toHaveLength(2);
  await first.stop();
  const second = await start({ store, changeStore, settings, service, slack, now: first.clock.now });
  first.clock.advance(59_999);
  const text = await answer(second.ada, '1001');
  for (const shown of [what, next]) expect(text).toContain(shown);
  expect(service.counts.rejectedLogins).toBe(1);
  first.clock.advance(1);
  await answer(second.ada, '1001');
  expect(service.counts.rejectedLogins).toBe(2);
  await second.stop();
  // The right password is used at once.
  const third = await start({ store, changeStore, service, slack, now: first.clock.now });
  expect(await answer(third.ada, '1001')).toContain(FINE);
});

describe('a look-up after the wait that people read reaches the service when', () => {
  test.each([
    ['the service asks for a pause', 47, 'general-info', 60_000],
    ['the service asks for a pause of an hour', 3_600, 'general-info', 300_000],
    ['the login asks for a pause of days', 999_999_999, 'login', 300_000],
  ] as const)(
    '%s, and a second person reads the same wait',
    async (_what, retryAfterSeconds, operation, waitMs) => {
      const { ada, bora, clock, service } = await start({ lookup });
      if (operation === 'general-info') await ada.command('/backup-status 1001');
      const headers = { 'retry-after': String(retryAfterSeconds) };
      service.addFault({ kind: 'status', status: 429, headers }, { operation, next: 1 });
      expect(await toldMs(ada, '1002')).toBe(waitMs);
      expect(await toldMs(bora, '1003')).toBe(waitMs);
      clock.advance(waitMs);
      expect(await answer(bora, '1003')).not.toContain(UNCHECKED);
    },
  );

  test('the service is down, for the account of the failed probe as for any other', async () => {
    const { ada, bora, clock, service } = await start({ lookup });
    await ada.command('/backup-status 1009');
    service.addFault(DOWN);
    for (const id of ids(5)) await ada.command(`/backup-status ${id}`);
    clock.advance(await toldMs(ada, '1001'));
    const asked = service.counts.generalInfos;
    await ada.command('/backup-status 1001');
    expect(service.counts.generalInfos).toBe(asked + 1);
    const [forProbed, forOthers] = [await toldMs(ada, '1001'), await toldMs(bora, '1002')];
    expect(forProbed).toBe(forOthers);
    clock.advance(forOthers);
    await bora.command('/backup-status 1002');
    expect(service.counts.generalInfos).toBe(asked + 2);
    clock.advance(await toldMs(ada, '1001'));
    await ada.command('/backup-status 1001');
    expect(service.counts.generalInfos).toBe(asked + 3);
  });
});
