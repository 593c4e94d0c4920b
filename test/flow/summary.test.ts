import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { ACKNOWLEDGE, ALERT_VIEW, MORE } from '../../src/slack/kit/ids.ts';
import { SUMMARY_MORE } from '../../src/slack/summary/summary.ts';
import { SUMMARY_TIME } from '../../src/slack/summary/summary-time.ts';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import { STOP_SUMMARY } from '../../src/slack/watches/watches-list.ts';
import { nextSummaryAt } from '../../src/watch/schedule.ts';
import { HOUR_MS } from '../account/accounts.ts';
import { answer, reads, sees, submits, textOf, until, watches as watch } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

/** Slack accepts one message a second in a channel. */
const A_MOMENT_MS = 2_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const { summary, watches } = words;
/** The first words of every summary of 1004 and 1001, of which one is critical. */
const STATE = words.triage.summary(1, { critical: 1 }, 2);
const summariesIn = (person: Person, channel: string) =>
  person.messages(channel).filter(({ text }) => text.includes('☀️'));

async function start() {
  const bot = await startBot({ transport: 'socket' });
  const { ada, bora, store, clock, oncall, logLines } = bot;
  const schedule = async () => (await store.watches.list([oncall]))[0]?.summary;
  return {
    ...bot,
    schedule,
    results: (who = 'summary') => logLines.flatMap(({ by, result }) => (by === who ? [result] : [])),
    /** Ada watches 1004 and 1001 in #oncall, with a summary at eight. */
    async watchWithSummary() {
      await watch(ada, '1004 1001');
      clock.advance(A_MOMENT_MS);
      const notices = () =>
        ada.messages('oncall').filter(({ isEphemeral, text }) => !isEphemeral && text.includes('08:00'))
          .length;
      const before = notices();
      await answer(ada, 'summary 08:00');
      await until(ada, () => notices() > before);
      clock.advance(A_MOMENT_MS);
    },
    /** Moves the clock to the next summary and resolves with it. */
    async nextSummary() {
      const here = await schedule();
      if (here === undefined) throw new Error('there is no schedule');
      const before = summariesIn(bora, 'oncall').length;
      clock.advance(nextSummaryAt(here, clock.now()) - clock.now());
      return await bora.waitFor(() => summariesIn(bora, 'oncall')[before]);
    },
  };
}

test('a summary is posted once at its time; "I’m on it" acknowledges what nobody is on, and See all shows everything open there', async () => {
  const { ada, bora, store, watchWithSummary, nextSummary, schedule, results } = await start();
  await watchWithSummary();
  expect(await schedule()).toMatchObject({ atMinute: 480, days: EVERY_DAY });
  const first = await nextSummary();
  expect(first.text.split('\n')[0]).toBe(`☀️ ${words.buttons.summary} · ${STATE}`);
  expect(textOf(first)).toMatch(/🚨 1004 · /);
  // The next day.
  const { ts } = await nextSummary();
  expect(summariesIn(bora, 'oncall')).toHaveLength(2);
  await bora.press({ actionId: ACKNOWLEDGE, messageTs: ts });
  await reads(bora, watches.taken('1004'), 'oncall');
  expect((await store.watches.seen('1004'))?.owner?.userId).toBe(bora.id);
  const shown = await ada.waitFor(() => summariesIn(ada, 'oncall').find(({ isEdited }) => isEdited));
  expect(textOf(shown)).toContain(words.alert.tookOver('1004'));
  expect(JSON.stringify(shown.blocks)).not.toContain(ACKNOWLEDGE);
  await bora.press({ actionId: ALERT_VIEW.seeAll, messageTs: ts });
  await sees(bora, '1004');
  await expect.poll(() => results('acknowledge')).toEqual(['taken']);
  expect(ada.messages('oncall').filter(({ text }) => text.startsWith('🚨'))).toEqual([]);
});

test('a summary is scheduled and stopped by a command and in its window, and the channel is notified', async () => {
  const { ada, bora, clock, watchWithSummary, schedule, results } = await start();
  await answer(ada, 'summary 07:30');
  await reads(ada, words.watches.nothing, 'oncall');
  await watchWithSummary();
  const every = watches.schedule('08:00', [], words.time.zone((await schedule())?.zone ?? ''));
  await reads(ada, watches.scheduled(every), 'oncall');
  await reads(bora, watches.scheduled(every));
  await answer(ada, 'summary');
  const change = async (at: string, shown: string) => {
    await ada.press({ actionId: SUMMARY_MORE, value: MORE.changeTime });
    await sees(ada, SUMMARY_TIME.at);
    await submits(ada, { [SUMMARY_TIME.at]: at }, shown);
  };
  await change('06:15', '06:15');
  await expect.poll(schedule).toMatchObject({ atMinute: 375, days: EVERY_DAY });
  await ada.closeModal();
  clock.advance(A_MOMENT_MS);
  await reads(bora, '06:15');
  await change('', watches.summaryStopped);
  expect(await schedule()).toBeUndefined();
  await ada.closeModal();
  await answer(ada, 'summary 08:00');
  await expect.poll(schedule).toBeDefined();
  await answer(ada, 'summary off');
  await reads(ada, watches.summaryStopped, 'oncall');
  expect(await schedule()).toBeUndefined();
  expect(await answer(ada, 'summary off')).toBe(watches.noSummary);
  const changes = ['told', 'scheduled', 'stopped', 'scheduled', 'stopped', 'not-watched'];
  await expect.poll(() => results()).toEqual(['nothing-watched', 'scheduled', ...changes]);
});

test('a new watch says how to get a summary only where none comes yet', async () => {
  const { ada, oncall, watchWithSummary } = await start();
  const save = async () => {
    await ada.command('/backup-status watch 2001');
    await submits(ada, {}, watches.form.saved(`<#${oncall}>`));
    const shown = JSON.stringify(ada.modal()?.blocks);
    await ada.closeModal();
    return shown;
  };
  expect(await save()).toContain(watches.form.summaryNext);
  await watchWithSummary();
  expect(await save()).not.toContain(watches.form.summaryNext);
});

test('the window of a summary keeps its days and its time zone when another person saves it; a typed time is in the zone of that person', async () => {
  const { ada, bora, watchWithSummary, schedule } = await start();
  await watchWithSummary();
  const save = async (person: Person, values: Parameters<typeof submits>[1], shown: string) => {
    await answer(person, 'summary');
    await person.press({ actionId: SUMMARY_MORE, value: MORE.changeTime });
    await sees(person, `"initial_time":"${shown}"`);
    await sees(person, words.watches.form.summaryZone(ada.tz));
    await submits(person, values, words.time.zone(ada.tz));
    await person.closeModal();
    return await schedule();
  };
  expect(await save(ada, { [SUMMARY_TIME.days]: ['1', '3'] }, '08:00')).toMatchObject({ days: [1, 3] });
  await answer(ada, 'summary 23:00');
  const late = { atMinute: 1380, days: [1, 3], zone: ada.tz };
  await expect.poll(schedule).toMatchObject(late);
  expect(await save(bora, {}, '23:00')).toMatchObject(late);
  await answer(bora, 'summary 23:00');
  await expect.poll(schedule).toMatchObject({ ...late, zone: bora.tz });
});

test('a summary is shown to the person who asks, and stopped in the list of watches', async () => {
  const { ada, bora, clock, oncall, watchWithSummary, schedule, results } = await start();
  await watchWithSummary();
  await answer(ada, 'summary');
  const asked = await reads(ada, STATE, 'oncall');
  expect(textOf(asked)).toContain(summary.here(`<#${oncall}>`));
  // Nothing is watched in direct messages, so it is about all that she watches.
  await answer(ada, 'summary', { channel: 'direct' });
  const own = await ada.waitFor(() => summariesIn(ada, 'direct')[0]);
  expect(textOf(own)).toContain(summary.yours);
  expect(textOf(own)).not.toContain(words.buttons.share);
  // The list of watches can stop it. Another watch does not change its time.
  clock.advance(A_MOMENT_MS);
  await answer(ada, 'watches');
  await sees(ada, watches.list.stop);
  await ada.press({ actionId: STOP_SUMMARY });
  await reads(bora, watches.summaryStopped);
  expect(await schedule()).toBeUndefined();
  await ada.closeModal();
  clock.advance(A_MOMENT_MS);
  await watchWithSummary();
  await watch(ada, '1004');
  expect(await schedule()).toMatchObject({ atMinute: 480 });
  expect(results()).toEqual(['scheduled', 'told', 'told', 'stopped', 'scheduled']);
});

test('a summary that only the person sees shows them on what they took in it', async () => {
  const { ada, watchWithSummary } = await start();
  await watchWithSummary();
  await answer(ada, 'summary');
  const asked = await reads(ada, STATE, 'oncall');
  expect(textOf(asked)).toContain(summary.nobodyYet);
  await ada.press({ actionId: ACKNOWLEDGE });
  const shown = () => ada.messages('oncall').find(({ ts }) => ts === asked.ts);
  await until(ada, () => textOf(shown()).includes(`<@${ada.id}>`));
  expect(textOf(shown())).not.toContain(summary.nobodyYet);
  expect(JSON.stringify(shown()?.blocks)).not.toContain(ACKNOWLEDGE);
});

test('a summary has the notes on accounts that need attention or are unknown', async () => {
  const { ada, store } = await start();
  await watch(ada, '1010 1012', { watch_when: 'attention' });
  const areRead = async () => (await store.watchStore.readStates('', 10)).every(({ state }) => state);
  await expect.poll(areRead).toBe(true);
  await answer(ada, 'note 1010 3d renewal is ordered');
  await answer(ada, 'summary');
  const shown = textOf(await reads(ada, `${words.buttons.summary} · `, 'oncall'));
  expect(shown).toMatch(/⚠️ 1010 · .*\n📝 renewal is ordered · /u);
});

test('"I’m on it" on a summary leaves what it says of accounts that it does not take', async () => {
  const { ada, bora, store, oncall } = await start();
  await watch(ada, '1004 1010', { watch_when: 'attention' });
  const areRead = async () => (await store.watchStore.readStates('', 10)).every(({ state }) => state);
  await expect.poll(areRead).toBe(true);
  await answer(ada, 'note 1010 3d renewal is ordered');
  await answer(ada, 'summary');
  await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
  await submits(ada, { [SHARE_VIEW.channel]: 'general' }, words.share.shared('<#C0GENERAL01>'));
  await bora.press({ actionId: ACKNOWLEDGE, messageTs: summariesIn(bora, 'general')[0]?.ts });
  const taken = await bora.waitFor(() => summariesIn(bora, 'general').find(({ isEdited }) => isEdited));
  expect(textOf(taken).split(summary.nobodyYet)).toHaveLength(2);
  expect((await store.watches.openAt(oncall, 0, 10)).count).toBe(2);
});

test('a shared summary of fifteen accounts keeps its notes when somebody is on it, and no longer says that nobody is', async () => {
  const { ada, bora, app, clock, store } = await startBot({ transport: 'socket', ages: true });
  const ids = Array.from({ length: 15 }, (_, at) => `load-${at + 1}`);
  await store.accountList.add(ids.map((id) => ({ id, name: `Karadeniz Tarım Kooperatifi ${id.slice(5)}` })));
  await app.reload();
  const pieces = [ids.slice(0, 10).join(' '), ids.slice(10).join(' ')];
  for (const piece of pieces) await watch(ada, piece);
  clock.advance(60 * HOUR_MS);
  const criticalCount = async () =>
    (await store.watchStore.readStates('', 20)).filter(({ state }) => state?.level === 'critical').length;
  await expect.poll(criticalCount).toBe(15);
  for (const piece of pieces) await answer(ada, `note ${piece} 3d ${'x'.repeat(45)}`);
  await answer(ada, 'summary');
  await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
  const values = { [SHARE_VIEW.channel]: 'general', [SHARE_VIEW.note]: 'x'.repeat(300) };
  await submits(ada, values, words.share.shared('<#C0GENERAL01>'));
  const lines = textOf(summariesIn(bora, 'general')[0]).split('\n');
  await bora.press({ actionId: ACKNOWLEDGE });
  const taken = await bora.waitFor(() => summariesIn(bora, 'general').find(({ isEdited }) => isEdited));
  const nobody = ` · ${summary.nobodyYet}`;
  for (const line of lines.slice(0, -1)) expect(textOf(taken)).toContain(line.replace(nobody, ''));
  expect(lines.filter((line) => line.includes(nobody))).toHaveLength(15);
  expect(textOf(taken)).not.toContain(nobody);
});

test('a summary is shared in the chosen channel with a note, but in none of another organisation', async () => {
  const { ada, bora, store, oncall, stop, logLines, watchWithSummary } = await start();
  const inGeneral = () => summariesIn(bora, 'general');
  const open = async () => {
    await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
    await sees(ada, words.share.label(words.share.summary));
  };
  await watchWithSummary();
  await answer(ada, 'summary');
  await open();
  await expect(ada.submit({ [SHARE_VIEW.channel]: 'partners' })).rejects.toThrow('does not offer partners');
  const values = { [SHARE_VIEW.channel]: 'general', [SHARE_VIEW.note]: 'For <you> & me' };
  await submits(ada, values, words.share.shared('<#C0GENERAL01>'));
  const [posted] = inGeneral();
  expect(posted?.text).toContain(STATE);
  expect(textOf(posted)).toContain(`${words.card.sharedBy(`<@${ada.id}>`)} · <#${oncall}>`);
  expect(JSON.stringify(posted?.blocks)).toContain('For <you> & me');
  expect(textOf(posted)).not.toContain(words.buttons.share);
  await ada.closeModal();
  // Nothing is watched there any more when the channel is chosen, but Ada still watches something herself.
  await watch(ada, '1007', { [WATCH_FORM.where]: WHERE.me });
  await open();
  await store.watches.remove(oncall, ['1001', '1004'], ada.id);
  await submits(ada, { [SHARE_VIEW.channel]: 'general' }, words.watches.nothing);
  expect(inGeneral()).toHaveLength(1);
  await stop();
  const audits = logLines.flatMap(({ by, result, channelId }) =>
    by === 'summary' && channelId === 'C0GENERAL01' ? [result] : [],
  );
  expect(audits).toEqual(['shared', 'nothing-watched']);
});
