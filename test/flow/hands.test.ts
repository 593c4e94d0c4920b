import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { STILL } from '../../src/slack/alerts/alert-message.ts';
import { HAND_OVER } from '../../src/slack/alerts/hands.ts';
import { ACKNOWLEDGE, ACTIONS, ALERT_VIEW, MORE, openAction } from '../../src/slack/kit/ids.ts';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import { account, CRITICAL, HOUR_MS } from '../messages/samples.ts';
import { UNHURRIED } from '../store/use-databases.ts';
import { presses, reads, refuses, sees, share, textOf, until, watches, watchIn } from '../support/people.ts';
import { NO_BACKUP } from '../support/phrases.ts';
import { startAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { startWatching } from '../support/start-watching.ts';

/** Changes in a channel are collected for a shorter time. */
const SOON_MS = 30_000;

const nobody = `👀 ${words.summary.nobodyYet}`;
/** Follows the sign. A person is drawn as {user}. */
const since = words.card.onItSince('{date_short_pretty} {time}');
const taken = `👀 {user} <!date^`;
const isTaken = (text: string) => text.includes(taken) && text.includes(since);
const messageOf = (person: Person, fits: (text: string) => boolean) =>
  person.waitFor(() => person.messages().find((message) => fits(textOf(message))));

test('the card of a watched account shows that nobody is on it, and can be acknowledged', async () => {
  const { ada, bora, clock, owners, audits } = await startAlert();
  const { message: before } = await ada.command('/backup-status 1004');
  expect(textOf(before)).toContain(nobody);
  const elements = JSON.stringify(before?.blocks?.at(-1));
  expect(elements).toMatch(/"style":"primary".*"action_id":"account_refresh".*"value":"share"/u);
  await ada.press({ actionId: ACTIONS.acknowledge });
  const after = await messageOf(ada, isTaken);
  expect(after.ts).toBe(before?.ts);
  expect(JSON.stringify(after)).not.toContain(ACTIONS.acknowledge);
  expect(await owners()).toEqual([ada.id]);
  clock.advance(SOON_MS);
  // The alert, cards, lists and Home show the owner to everybody.
  await messageOf(bora, (text) => text.includes(words.alert.tookOver('1004')));
  expect(textOf((await bora.command('/backup-status 1004')).message)).toContain(taken);
  const list = textOf((await bora.command('/backup-status 1001 1004')).message);
  expect(list.match(/👀 \{user\}/gu)).toHaveLength(1);
  expect(audits()).toEqual(['acknowledge: taken']);
});

test('a new watch names the owner of what is not fine already, and does not offer it to anybody', async () => {
  const { ada, bora } = await startAlert();
  await ada.command('/backup-status 1004');
  await ada.press({ actionId: ACTIONS.acknowledge });
  await messageOf(ada, isTaken);
  await watches(bora, '1004', { [WATCH_FORM.where]: WHERE.me });
  const begun = await reads(bora, words.watches.alreadyBad, 'direct');
  expect(textOf(begun)).toMatch(/🚨 .*1004.* · 👀 \{user\}/u);
  expect(JSON.stringify(begun)).toContain(ada.id);
  expect(JSON.stringify(begun)).not.toContain(ACKNOWLEDGE);
});

test('an outdated card does not take the account from its owner', async () => {
  const { ada, bora, owners, audits } = await startAlert();
  await ada.command('/backup-status 1004');
  await bora.command('/backup-status 1004');
  await bora.press({ actionId: ACTIONS.acknowledge });
  await messageOf(bora, isTaken);
  await ada.press({ actionId: ACTIONS.acknowledge });
  await messageOf(ada, isTaken);
  expect(await owners()).toEqual([bora.id]);
  expect(audits()).toEqual(['acknowledge: taken', 'acknowledge: taken-already']);
});

test('acknowledging a shared card changes it for everybody and keeps its note', async () => {
  const { ada, bora } = await startAlert();
  const shared = await share(ada, '1004', { note: 'Please call' });
  expect(textOf(shared)).toContain(nobody);
  await bora.press({ actionId: ACTIONS.acknowledge, messageTs: shared.ts });
  const after = await messageOf(ada, (text) => isTaken(text) && text.includes('Please call'));
  expect(after.ts).toBe(shared.ts);
});

test('a press on an alert that a newer one has replaced says so, with a link', async () => {
  const { ada, slack, store, alerts, becomeStale, timePasses } = await startWatching();
  await becomeStale();
  const { ts } = await ada.waitFor(() => alerts()[0]);
  // So the old alert keeps its button.
  slack.addFault({ kind: 'error', code: 'edit_window_closed' }, { method: 'chat.update' });
  const newer = () => alerts().find((one) => one.ts !== ts && one.threadTs === undefined);
  await timePasses(() => newer() !== undefined);
  await ada.press({ actionId: ACKNOWLEDGE, messageTs: ts });
  const answer = await reads(ada, words.watches.outdated);
  expect(JSON.stringify(answer.blocks)).toContain(newer()?.ts.replace('.', ''));
  expect((await store.watches.seen('1001'))?.owner).toBeUndefined();
});

test('the card of a healthy or unwatched account shows no owner', async () => {
  const { ada, store, oncall } = await startAlert();
  await watchIn(store, ada, oncall, ['1001']);
  for (const id of ['1001', '1011']) {
    const text = JSON.stringify((await ada.command(`/backup-status ${id}`)).message);
    expect(text).not.toContain('👀');
    expect(text).not.toContain(ACTIONS.acknowledge);
  }
});

/** Takes 1004 on its card, and opens *Hand over…* there. Resolves with the `ts` of the card. */
async function openHandOver(person: Person) {
  await person.command('/backup-status 1004');
  await person.press({ actionId: ACTIONS.acknowledge });
  const { ts } = await messageOf(person, isTaken);
  await presses(person, { actionId: ACTIONS.handOver, messageTs: ts }, HAND_OVER.to);
  return ts;
}
/** Opens *See all* of an alert, which lists 1011. */
async function seesAll(person: Person) {
  return await presses(person, { actionId: ALERT_VIEW.seeAll }, '1011');
}
/** Chooses in the menu of an account there. */
const chooses = (person: Person, id: string, value: string) =>
  person.press({ actionId: ALERT_VIEW.more, blockId: `account::${id}`, value });

const { alert } = words;
const given = `👀 {user} ${alert.handedOverTo} {user} · 1004`;
const shown = (person: Person, text: string) =>
  person.waitFor(() => person.messages('direct').find((message) => textOf(message).includes(text)));

test('an acknowledged alert is handed over with a note, posted in the thread with a mention of the new owner', async () => {
  const { ada, bora, owners, audits } = await startAlert();
  await ada.press({ actionId: ACKNOWLEDGE });
  await messageOf(ada, (text) => text.includes(words.buttons.handOver));
  await ada.press({ actionId: ACTIONS.handOver });
  expect(JSON.stringify(await sees(ada))).toContain(words.handOver.label('1004'));
  await ada.submit({ [HAND_OVER.to]: bora.id, [HAND_OVER.note]: 'They *call* back at <9>' });
  const line = await bora.waitFor(() => bora.messages('oncall').find((one) => textOf(one).includes(given)));
  expect(textOf(line)).toBe(`${given}\nThey *call* back at <9>`);
  expect(JSON.stringify(line.blocks).split(bora.id)).toHaveLength(2);
  expect(await owners()).toEqual([bora.id]);
  expect(ada.modal()).toBeUndefined();
  expect(audits()).toEqual(['acknowledge: taken', 'hand-over: handed-over']);
});

test('who chooses themselves takes the account over from its owner, who is not chosen again without a note', async () => {
  const { ada, bora, owners } = await startAlert();
  await openHandOver(ada);
  await refuses(ada, { [HAND_OVER.to]: 'ada' }, HAND_OVER.to, words.watches.theirsAlready);
  await bora.command('/backup-status 1004');
  await presses(bora, { actionId: ACTIONS.handOver }, HAND_OVER.to);
  await bora.submit({ [HAND_OVER.to]: 'bora' });
  const tookOver = `👀 {user} ${alert.tookOverFrom} {user} · 1004`;
  await bora.waitFor(() => bora.messages('oncall').find((one) => textOf(one).includes(tookOver)));
  expect(await owners()).toEqual([bora.id]);
});

test('a card can be handed over and released in place', async () => {
  const { ada, bora, owners, audits } = await startAlert();
  const ts = await openHandOver(ada);
  await ada.submit({ [HAND_OVER.to]: bora.id });
  const shown = () => JSON.stringify(ada.messages().find((one) => one.ts === ts));
  await until(ada, () => shown().includes(bora.id));
  // Only Bora can release it now.
  expect(shown()).not.toContain(`"value":"${MORE.release}"`);
  // The alert offers it to everybody.
  await ada.press({ actionId: ACTIONS.more, value: MORE.release });
  await messageOf(ada, (text) => text.includes(words.watches.released));
  expect(await owners()).toEqual([bora.id]);
  await bora.command('/backup-status 1004');
  await bora.press({ actionId: ACTIONS.more, value: MORE.release });
  await messageOf(bora, (text) => text.includes(nobody));
  expect(await owners()).toEqual([undefined]);
  const pressed = ['acknowledge: taken', 'hand-over: handed-over', 'release: not-yours', 'release: released'];
  expect(audits()).toEqual(pressed);
});

test('refuses to hand over to a guest, a bot, somebody deactivated or somebody of another organisation, and to whom Slack does not name', async () => {
  const { ada, bora, slack, clock, owners, audits } = await startAlert();
  await openHandOver(ada);
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 30 }, { method: 'users.info' });
  const { what, next } = words.access.refusals['not-checked'];
  await refuses(ada, { [HAND_OVER.to]: 'bora' }, HAND_OVER.to, `${what} ${next}`);
  slack.clearFaults();
  for (const kind of ['single-channel-guest', 'bot', 'deleted', 'stranger'] as const) {
    slack.become('bora', kind);
    // Slack is asked again who they are.
    clock.advance(HOUR_MS / 10);
    const answer = await ada.submit({ [HAND_OVER.to]: bora.id });
    expect(JSON.stringify(answer), kind).toContain(words.watches.problem.noMember);
  }
  expect(await owners()).toEqual([ada.id]);
  const refused = ['hand-over: not-checked', ...Array(4).fill('hand-over: no-member')];
  expect(audits()).toEqual(['acknowledge: taken', ...refused]);
  slack.become('bora', 'member');
  clock.advance(HOUR_MS / 10);
  await ada.submit({ [HAND_OVER.to]: bora.id });
  await expect.poll(owners).toEqual([bora.id]);
});

test('asks the owner an hour before the end; Still on it extends it, and Release ends it', async () => {
  const { ada, bora, clock, store, owners, audits } = await startAlert(['1011']);
  await ada.press({ actionId: ACKNOWLEDGE });
  await expect.poll(owners).toEqual([ada.id, ada.id]);
  clock.advance(11 * HOUR_MS);
  const question = await shown(ada, alert.still(words.numbers.list(['1004', '1011'])));
  const sinceMs = async () => (await store.watches.seen('1004'))?.owner?.sinceMs;
  const tookMs = await sinceMs();
  await ada.press({ actionId: STILL.renew, in: 'direct' });
  await shown(ada, words.watches.taken(words.numbers.list(['1004', '1011'])));
  expect(tookMs).toBeLessThan(clock.now() - 10 * HOUR_MS);
  expect(await sinceMs()).toBe(tookMs);
  clock.advance(2 * HOUR_MS);
  // The first twelve hours end without a line in the thread, because she is still on it.
  await bora.command('/backup-status 1004');
  expect(await owners()).toEqual([ada.id, ada.id]);
  clock.advance(9 * HOUR_MS);
  await ada.waitFor(() =>
    ada.messages('direct').find((message) => message.ts !== question.ts && textOf(message).includes('?')),
  );
  await ada.press({ actionId: STILL.release, in: 'direct' });
  await shown(ada, words.watches.released);
  await messageOf(bora, (text) =>
    text.includes(alert.noLonger('released', words.numbers.list(['1004', '1011']))),
  );
  expect(await owners()).toEqual([undefined, undefined]);
  expect(JSON.stringify(bora.messages())).not.toContain(
    alert.noLonger('over', words.numbers.list(['1004', '1011'])),
  );
  expect(audits()).toEqual(['acknowledge: taken', 'acknowledge: renewed', 'release: released']);
});

test('asks the owner about no account that is muted, with the hour of their own zone', async () => {
  const { bora, clock, store, owners } = await startAlert(['1011']);
  await bora.press({ actionId: ACKNOWLEDGE });
  await expect.poll(owners).toEqual([bora.id, bora.id]);
  await bora.command('/backup-status mute 1004 20h');
  clock.advance(11 * HOUR_MS);
  const { text } = await shown(bora, alert.still('1011'));
  const { sinceMs = 0 } = (await store.watches.seen('1011'))?.owner ?? {};
  const time = Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: bora.tz });
  expect(text).toContain(time.format(sinceMs + 12 * HOUR_MS));
});

test('ends the ownership after twelve hours, with a line in the thread about accounts not yet released', async () => {
  const { ada, bora, clock, owners } = await startAlert(['1011']);
  await ada.press({ actionId: ACKNOWLEDGE });
  await expect.poll(owners).toEqual([ada.id, ada.id]);
  await seesAll(ada);
  await chooses(ada, '1011', MORE.release);
  await expect.poll(owners).toEqual([ada.id, undefined]);
  clock.advance(11 * HOUR_MS);
  await shown(ada, alert.still('1004'));
  clock.advance(HOUR_MS);
  await messageOf(bora, (text) => text.includes(alert.noLonger('over', '1004')));
  expect(await owners()).toEqual([undefined, undefined]);
});

test('a second press on "Still on it" changes nothing, and the question is not asked after the end', async () => {
  const { ada, bora, clock, owners } = await startAlert();
  await ada.press({ actionId: ACKNOWLEDGE });
  await expect.poll(owners).toEqual([ada.id]);
  clock.advance(11 * HOUR_MS);
  const { ts } = await shown(ada, alert.still('1004'));
  const press = () => ada.press({ actionId: STILL.renew, in: 'direct', messageTs: ts });
  await Promise.all([press(), press()]);
  await shown(ada, words.watches.taken('1004'));
  expect(JSON.stringify(ada.messages('direct'))).not.toContain(words.watches.released);
  clock.advance(13 * HOUR_MS);
  await messageOf(bora, (text) => text.includes(alert.noLonger('over', '1004')));
  expect(JSON.stringify(ada.messages('direct'))).not.toContain(alert.still('1004'));
});

test.each([
  ['the giver', ['ada']],
  ['a third person', ['member-1']],
  ['a channel and the new owner', ['oncall', 'bora']],
] as const)(
  'who is handed an account watched by %s gets one direct message, with the note',
  async (_, watchedBy) => {
    const { ada, bora, clock, store, slack, oncall } = await startBot({
      ...{ transport: 'socket', napMs: 10, slackOptions: { extraMembers: 1 } },
    });
    for (const name of watchedBy) {
      const id = name === 'oncall' ? oncall : slack.person(name).id;
      await watchIn(store, ada, id, ['1004'], { bad: ['1004'] });
    }
    await openHandOver(ada);
    await ada.submit({ [HAND_OVER.to]: bora.id, [HAND_OVER.note]: 'They call back at nine' });
    await expect.poll(async () => (await store.watches.seen('1004'))?.owner?.userId).toBe(bora.id);
    clock.advance(SOON_MS);
    expect(textOf(await shown(bora, 'They call back at nine'))).toContain(given);
    clock.advance(SOON_MS);
    await bora.command('/backup-status 1004');
    const direct = bora.messages('direct').filter((message) => textOf(message).includes(given));
    expect(direct).toHaveLength(1);
    await bora.press({ actionId: openAction(0), in: 'direct', messageTs: direct[0]?.ts });
    await reads(bora, NO_BACKUP);
  },
);

test('the note of a hand-over reaches the new owner who has just taken the account', async () => {
  const { ada, bora, clock, owners } = await startAlert(['1011']);
  await openHandOver(ada);
  await seesAll(bora);
  await chooses(bora, '1004', MORE.acknowledge);
  await expect.poll(owners).toEqual([bora.id, undefined]);
  await ada.submit({ [HAND_OVER.to]: bora.id, [HAND_OVER.note]: 'They call back at nine' });
  const text = `${given}\nThey call back at nine`;
  for (const [within, whole] of [
    ['direct', `${text}\n[1004]`],
    ['oncall', text],
  ] as const) {
    clock.advance(SOON_MS);
    await bora.waitFor(() => bora.messages(within).find((message) => textOf(message) === whole));
  }
});

test('an account that gets worse loses its owner, with a line in the thread', async () => {
  const { ada, bora, clock, store, oncall, owners } = await startAlert();
  await watchIn(store, ada, oncall, ['1007'], { minLevel: 'attention' });
  const nowMs = Date.now();
  const becomes = async (level: 'attention' | 'critical') => {
    const claims = await store.watchStore.claimAccounts(nowMs + 48 * HOUR_MS, 2, UNHURRIED);
    const claim = claims.find(({ accountId }) => accountId === '1007');
    if (claim === undefined) throw new Error('1007 is not due');
    const read = account({ ...CRITICAL, id: '1007' });
    const state = { level, startedAtMs: nowMs, readAtMs: nowMs, account: read } as const;
    const detectedAtMs = level === 'attention' ? 0 : nowMs;
    const incident = { level, startedAtMs: nowMs, detectedAtMs } as const;
    const dueAtMs = nowMs + (level === 'attention' ? 48 : 72) * HOUR_MS;
    await store.watchStore.commitReading(nowMs, claim, () => ({ state, dueAtMs, changes: [], incident }));
  };
  await becomes('attention');
  await ada.command('/backup-status 1007');
  await ada.press({ actionId: ACTIONS.acknowledge });
  await messageOf(ada, isTaken);
  expect(await owners()).toEqual([undefined, ada.id]);
  await becomes('critical');
  clock.advance(SOON_MS);
  await messageOf(bora, (text) => text.includes(alert.noLonger('worse', '1007')));
  expect(await owners()).toEqual([undefined, undefined]);
});

test('one account of several is handed over in See all, which then shows the new owner, and opened and taken from a colleague', async () => {
  const { ada, bora, clock, owners } = await startAlert(['1011']);
  expect((await seesAll(ada)).title?.text).toBe(alert.openHere);
  expect(JSON.stringify(ada.modal())).not.toContain(MORE.handOver);
  await chooses(ada, '1011', MORE.acknowledge);
  await sees(ada, MORE.handOver);
  await chooses(ada, '1011', MORE.handOver);
  await sees(ada, words.handOver.label('1011'));
  await ada.submit({ [HAND_OVER.to]: bora.id, [HAND_OVER.note]: 'yours' });
  await sees(ada, `<@${bora.id}>`);
  expect(await owners()).toEqual([undefined, bora.id]);
  clock.advance(SOON_MS);
  await messageOf(bora, (text) => text.endsWith('\nyours'));
  await chooses(ada, '1011', MORE.open);
  await sees(ada, taken);
  await ada.closeModal();
  await chooses(ada, '1011', MORE.acknowledge);
  await expect.poll(owners).toEqual([undefined, ada.id]);
  clock.advance(SOON_MS);
  await messageOf(bora, (text) => text.includes(`{user} ${alert.tookOverFrom} {user} · 1011`));
});

test('a row of See all that showed nobody does not take the account from its owner, and then shows who that is', async () => {
  const { ada, bora, owners, audits } = await startAlert(['1011']);
  const take = async (person: Person) => {
    await chooses(person, '1011', MORE.acknowledge);
    await sees(person, `<@${ada.id}>`);
  };
  for (const person of [ada, bora]) await seesAll(person);
  await take(ada);
  await take(bora);
  expect(await owners()).toEqual([undefined, ada.id]);
  await chooses(bora, '1011', MORE.acknowledge);
  await expect.poll(owners).toEqual([undefined, bora.id]);
  const opened = ['alert: opened', 'alert: opened'];
  const pressed = ['acknowledge: taken', 'acknowledge: taken-already', 'acknowledge: taken'];
  expect(audits()).toEqual([...opened, ...pressed]);
});
