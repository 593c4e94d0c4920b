import { expect, test } from 'vitest';
import type { ApiFault } from '../../sandbox/slack/server/delivery.ts';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { found } from '../messages/samples.ts';
import { expectAlive, FAULT_NAMES, faultOf, startHeld } from '../support/failing-slack.ts';
import { limit } from '../support/limit.ts';
import { answered, homeText, ownerOf, publishedTo, sees, seesAtHome, until } from '../support/people.ts';
import { fine, isUnpinned } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import type { EdgeSetup } from '../support/start-edge.ts';

// Calls of the Web API do not depend on the transport.
test('any fault of views.publish: Home keeps its previous state, and the log says so; blocks that Slack refuses are a defect', async () => {
  const edge = await startHeld('http');
  const { ada, slack, logLines } = edge;
  await ada.openHome();
  await seesAtHome(ada);
  const before = homeText(ada);
  const failed = () => logLines.filter(({ by, delivery }) => by === 'home' && delivery === 'refused');
  for (const name of FAULT_NAMES) {
    const count = failed().length;
    slack.addFault(faultOf(name), { method: 'views.publish' });
    await ada.press({ actionId: HOME_ACTIONS.refresh });
    if (name === 'blocks that Slack cannot draw') {
      await sees(ada, words.command.defect);
      await ada.closeModal();
    } else await expect.poll(failed).toHaveLength(count + 1);
    expect(homeText(ada)).toBe(before);
    await expectAlive(edge);
  }
});

test.each<[string, ApiFault, next: number]>([
  ['the rate limit', { kind: 'rate-limited', retryAfterSeconds: 1 }, 1],
  ['repeated hash_conflict', { kind: 'error', code: 'hash_conflict' }, 3],
])('a first Home is published after %s', async (_what, fault, next) => {
  const edge = await startHeld('http');
  edge.slack.addFault(fault, { method: 'views.publish', next });
  await edge.ada.openHome();
  await until(edge.ada, () => edge.ada.home() !== undefined);
  await expectAlive(edge);
});

test.each<[string, ApiFault]>([
  ['limits for 2 s', { kind: 'rate-limited', retryAfterSeconds: 2 }],
  ['limits for 30 s', { kind: 'rate-limited', retryAfterSeconds: 30 }],
  ['does not answer', { kind: 'hang' }],
])('a Home that Slack %s does not replace a newer one', async (_, fault) => {
  limit({ call: 1_000 });
  const bot = await startBot({ pins: ['1003', '1004'] });
  const { ada, slack, service } = bot;
  await ada.openHome();
  await answered(bot, 1);
  bot.clock.advance(60_000);
  const release = service.hold();
  slack.addFault(fault, { method: 'views.publish', next: 1 });
  await ada.openHome();
  await expect.poll(() => service.counts.inFlight).toBeGreaterThan(0);
  await ada.press({ actionId: ACTIONS.more, blockId: 'account::1003', value: MORE.unpin });
  await seesAtHome(ada, isUnpinned('1003'));
  release();
  await answered(bot, 3);
  expect(homeText(ada)).not.toContain('account::1003');
});

test('a Refresh that waits for the database does not replace a newer Home', async () => {
  const gate = Promise.withResolvers<void>();
  const hung = Promise.withResolvers<void>();
  let isSlow = false;
  const bot = await startBot({
    pins: ['1003', '1004'],
    changeStore: ({ pins }) => ({
      pins: {
        ...pins,
        async recents(person) {
          if (isSlow) {
            isSlow = false;
            hung.resolve();
            await gate.promise;
          }
          return pins.recents(person);
        },
      },
    }),
  });
  const { ada } = bot;
  await ada.openHome();
  await answered(bot, 1);
  isSlow = true;
  await ada.press({ actionId: HOME_ACTIONS.refresh });
  await hung.promise;
  await ada.press({ actionId: ACTIONS.more, blockId: 'account::1003', value: MORE.unpin });
  await seesAtHome(ada, isUnpinned('1003'));
  gate.resolve();
  await answered(bot, 3);
  expect(homeText(ada)).not.toContain('account::1003');
});

test('a Home that Slack limits does not replace a refusal', async () => {
  let now = Date.now();
  const { ada, slack, store, ...edge } = await startHeld('http', { now: () => now });
  await store.pins.add(ownerOf(ada), { accountId: '1004' });
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 2 }, { method: 'views.publish', next: 1 });
  await ada.openHome();
  await expect.poll(() => publishedTo(slack, ada)).toHaveLength(1);
  slack.become('ada', 'single-channel-guest');
  now += 6 * 60_000;
  await ada.openHome({ evenIfNotShared: true });
  const refused = words.access.refusals['not-you'].what;
  await seesAtHome(ada, refused);
  await answered(edge, 1);
  expect(homeText(ada)).toContain(refused);
});

const PINS_BROKEN: EdgeSetup['changeStore'] = ({ pins }) => ({
  pins: { ...pins, list: async () => [undefined] as never },
});

test.each<[string, Partial<EdgeSetup>, ApiFault?]>([
  ['it opens', { lastKnown: () => Promise.reject(new TypeError('a bug')) }],
  ['it is drawn', { changeStore: PINS_BROKEN }],
  ['Slack cannot draw it', {}, { kind: 'error', code: 'invalid_arguments' }],
])(
  'Home is plain after a defect while %s, with the apology and its reference',
  async (_when, setup, fault) => {
    const edge = await startHeld('http', setup);
    const { ada, slack, logLines } = edge;
    if (fault) slack.addFault(fault, { method: 'views.publish', next: 1 });
    await ada.openHome();
    await until(ada, () => homeText(ada).includes(words.command.defect));
    const line = logLines.find(({ reference }) => reference !== undefined);
    expect(homeText(ada)).toContain(String(line?.reference));
    if (fault) await expectAlive(edge);
  },
);

test('Home shows the other accounts when one account has a defect, which is logged', async () => {
  const { ada, store, logLines } = await startHeld('http', {
    lookup: (id) => (id === '1001' ? Promise.reject(new TypeError('a bug')) : Promise.resolve(found({ id }))),
  });
  for (const accountId of ['1001', '1002']) await store.pins.add(ownerOf(ada), { accountId });
  await ada.openHome();
  await until(ada, () => homeText(ada).includes(fine('1002')));
  expect(homeText(ada)).toContain(
    `1001 · ${words.failure.notChecked(words.failure.unavailable['bad-response']().what)}`,
  );
  expect(logLines.find(({ msg }) => msg === 'a listener failed')).toHaveProperty('reference');
});
