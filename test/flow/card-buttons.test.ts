import { describe, expect, test } from 'vitest';
import { VERDICT_LEVELS, type VerdictLevel } from '../../src/account/verdict.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { VERDICT_SIGN } from '../../src/slack/kit/text.ts';
import { startHeld } from '../support/failing-slack.ts';
import { limit } from '../support/limit.ts';
import { callsOf, presses, reads, sees, share, warningsIn } from '../support/people.ts';
import { AS_SENT, EARLIER_ANSWER, FINE, fine, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { DOWN, startBot } from '../support/start-bot.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };

test('details open at once with everything the service sent when the answer is cached; refreshing changes a private card in place, with new figures', async () => {
  const { ada, slack, service, clock } = await startBot({ standsAtMs: Date.now() });
  const { message } = await ada.command('/backup-status 1001');
  await ada.press(DETAILS);
  expect(JSON.stringify((await sees(ada)).blocks)).toMatch(/çevrimiçi.*500 GB/);
  expect(service.counts.generalInfos).toBe(1);
  expect(callsOf(slack, 'views.update')).toEqual([]);
  await ada.closeModal();
  clock.advance(5_000);
  expect(await ada.press({ actionId: ACTIONS.refresh })).toMatchObject({ ack: 'ok' });
  const refreshed = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  expect(refreshed).toMatchObject({ ts: message?.ts, isEphemeral: true });
  expect(ada.messages()).toHaveLength(1);
  expect(service.counts.generalInfos).toBe(2);
});

test('on a shared card only the person who pressed sees its details, or reads that the account is gone while the card stays', async () => {
  const { ada, bora, service } = await startBot();
  const message = await share(ada, '1001');
  await bora.press(DETAILS);
  expect(JSON.stringify((await sees(bora)).blocks)).toContain('musteri.example');
  expect(ada.modal()).toBeUndefined();
  await bora.closeModal();
  service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
  await bora.press({ actionId: ACTIONS.refresh });
  const told = await bora.waitFor(() => bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(told.text).toContain(`🔍 1001 · ${NOT_FOUND}\n`);
  expect(ada.messages().find(({ ts }) => ts === message?.ts)?.isEdited).toBe(false);
});

test.each(['Refresh', 'Pin'])(
  '%s keeps the figures of a private card when no earlier answer is kept',
  async (what) => {
    const { ada, service } = await startBot({ lookup: { lastAnswerMaxAgeMs: 1, freshForMs: 1 } });
    const { message } = await ada.command('/backup-status 1001');
    service.addFault(DOWN);
    const press =
      what === 'Pin' ? { actionId: ACTIONS.more, value: MORE.pin } : { actionId: ACTIONS.refresh };
    await ada.press(press);
    await reads(ada, words.failure.unavailable['no-answer']().what);
    expect(ada.messages().find(({ ts }) => ts === message?.ts)).toMatchObject({ isEdited: false });
  },
);

test('refreshing keeps the figures of the card below a line about the failure while the service hangs', async () => {
  const { ada, service } = await startBot({ lookup: { budgetMs: 1_500 } });
  await ada.command('/backup-status 1001');
  service.addFault({ kind: 'hang' });
  await ada.press({ actionId: ACTIONS.refresh });
  const refreshed = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  const { what, next } = words.failure.unavailable['no-answer']();
  expect(refreshed.text).toMatch(new RegExp(`${what}\\n.*${FINE}.*\\n${next}`));
  expect(JSON.stringify(refreshed.blocks)).toContain(words.buttons.refresh);
});

const HOUR_MS = 3_600_000;
/** 21 November 2026, 03:00 in Istanbul. */
const START_MS = Date.UTC(2026, 10, 21, 0, 0);

/** A card that Ada shared. The service's clock may stop while the bot's goes on, so that backups age. */
async function shareCard() {
  const clock = { serviceMs: START_MS, botMs: START_MS };
  const bot = await startBot({
    now: () => clock.botMs,
    serviceOptions: { now: () => clock.serviceMs },
  });
  const { ts } = await share(bot.ada, '1001');
  const card = () => bot.ada.messages('oncall').find((one) => one.ts === ts);
  let presses = 0;
  return {
    ...bot,
    clock,
    ts,
    card,
    /** Resolves with the text of the card after a press. */
    async recheck() {
      presses += 1;
      await bot.bora.press({ actionId: ACTIONS.refresh, messageTs: ts });
      await expect.poll(() => bot.logLines.filter(({ by }) => by === 'refresh')).toHaveLength(presses);
      return card()?.text ?? '';
    },
  };
}

const wasAt = (level: VerdictLevel) =>
  `${words.card.was(VERDICT_SIGN[level], words.verdict.headline({ kind: 'bare', level }))} · `;
const was = (level: VerdictLevel, readAtMs: number, nowMs: number) =>
  wasAt(level) + words.time.dateTime({ atMs: readAtMs, zoneId: '+03:00', nowMs });
/** Every such line. That of an earlier answer goes on after the time. */
const WAS = new RegExp(`(?:${VERDICT_LEVELS.map(wasAt).join('|')})[^,]*$`, 'mu');

test('Re-check redraws the card, with a line about the level before if it has changed', async () => {
  const shared = await shareCard();
  const { clock } = shared;
  const { length } = shared.ada.messages('oncall');
  const oldMs = START_MS + 80 * HOUR_MS;

  clock.botMs = oldMs;
  expect(await shared.recheck()).toContain(was('healthy', START_MS, oldMs));
  expect(shared.card()).toMatchObject({ isEdited: true, isEphemeral: false });

  clock.serviceMs = clock.botMs = oldMs + HOUR_MS;
  const better = await shared.recheck();
  expect(better).toContain(was('critical', oldMs, clock.botMs));
  expect(JSON.stringify(shared.card()?.blocks)).toContain(`<!date^${oldMs / 1000}^${wasAt('critical')}`);

  clock.serviceMs = clock.botMs += HOUR_MS;
  expect(await shared.recheck()).not.toMatch(WAS);
  expect(shared.ada.messages('oncall')).toHaveLength(length);
  expect(callsOf(shared.slack).filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
});

test('Re-check compares with the card before an outage, not with the earlier answer shown during it', async () => {
  const shared = await shareCard();
  shared.service.addFault({ kind: 'not-an-object' });
  const earlier = await shared.recheck();
  expect(earlier).toContain(EARLIER_ANSWER);
  expect(earlier).not.toMatch(WAS);

  shared.service.clearFaults();
  shared.clock.botMs += 80 * HOUR_MS;
  expect(await shared.recheck()).toContain(was('healthy', START_MS, shared.clock.botMs));
});

test('Re-check gives the person who pressed a card to share when the shared one can no longer be changed', async () => {
  const shared = await shareCard();
  shared.slack.addFault({ kind: 'error', code: 'message_not_found' }, { method: 'response_url', next: 1 });
  await shared.recheck();
  const told = await shared.bora.waitFor(() => shared.bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(told.text).toContain(fine('1001'));
  expect(JSON.stringify(told.blocks)).toContain(ACTIONS.share);
  expect(shared.ada.messages().filter(({ isEphemeral }) => isEphemeral)).toEqual([]);
  expect(warningsIn(shared.logLines)).toEqual([]);
});

describe('a window of details that says "loading"', () => {
  async function startLoading() {
    limit({ loading: 1 });
    const edge = await startHeld('socket');
    await edge.ada.command('/backup-status 1001');
    edge.hold();
    return edge;
  }

  test('is filled in although Slack’s answer to views.open was lost and Slack has refused several updates', async () => {
    const { ada, slack, answer } = await startLoading();
    // After a lost call the client waits for its timeout, then repeats it with a trigger that is used up.
    slack.addFault({ kind: 'lost' }, { method: 'views.open', next: 1 });
    limit({ call: 500 });
    const loading = await presses(ada, DETAILS);
    limit({ call: 60_000 });
    expect(JSON.stringify(loading.blocks)).not.toContain(AS_SENT);
    slack.addFault({ kind: 'status', status: 503 }, { method: 'views.update', next: 3 });
    slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 1 }, { method: 'views.update', next: 1 });
    answer();
    expect((await sees(ada, AS_SENT)).id).toBe(loading.id);
    expect(ada.messages()).toHaveLength(1);
  });

  test('shows an apology after a defect', async () => {
    const { ada, held, logLines } = await startLoading();
    await presses(ada, DETAILS);
    held.fail('1001', new TypeError('a bug'));
    await sees(ada, words.command.defect);
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    await sees(ada, String(line?.reference));
    expect(ada.messages()).toHaveLength(1);
  });
});
