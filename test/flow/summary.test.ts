import type { KnownBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import {
  ACKNOWLEDGE,
  ALERT_VIEW,
  MORE,
  SHARE_VIEW,
  STOP_SUMMARY,
  SUMMARY_MORE,
  SUMMARY_TIME,
} from '../../src/slack/kit/ids.ts';
import { nextSummaryAt } from '../../src/watch/schedule.ts';
import { drawn } from '../messages/drawn.ts';
import { seesInWindow } from '../support/home-of.ts';
import { words } from '../support/reader.ts';
import { shareIn } from '../support/share.ts';
import { startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

/** Slack takes one message a second for a channel. */
const A_MOMENT_MS = 2_000;
const { summary, watches } = words;
const textOf = (blocks: readonly unknown[] | undefined) =>
  drawn((blocks ?? []) as readonly KnownBlock[]).join('\n');
const sees = (person: Person, text: string) =>
  person.waitFor(() => (textOf(person.modal()?.blocks).includes(text) ? true : undefined));
/** The first words of every summary of 1004 and 1001, of which one is bad. */
const STATE = words.alert.bad({ critical: 1, attention: 0, unknown: 0 }, 2);
const summariesIn = (person: Person, channel: string) =>
  person.messages(channel).filter(({ text }) => text.startsWith('☀️'));

async function start() {
  const clock = createMovableClock();
  const kept = await startStore(clock.now);
  const { now } = clock;
  const bot = await startBot({ transport: 'socket', store: kept, now, slackOptions: { now } });
  return { ...bot, clock, store: kept, oncall: bot.slack.channels.oncall.id };
}

/** Ada watches 1004 and 1001 in #oncall, with a summary at eight. */
async function watchWithSummary({ ada, oncall, clock }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await ada.command('/backup-status watch 1004 1001');
  await ada.waitFor(() => ada.modal());
  await ada.submit();
  await sees(ada, watches.form.summaryNext(`<#${oncall}>`));
  await ada.closeModal();
  const notices = () =>
    ada.messages('oncall').filter(({ isEphemeral, text }) => !isEphemeral && text.includes('08:00')).length;
  const before = notices();
  await ada.command('/backup-status summary 08:00');
  await ada.waitFor(() => (notices() > before ? true : undefined));
  clock.advance(A_MOMENT_MS);
}

describe('a summary', () => {
  test('of a schedule comes once, and again the next day', async () => {
    const bot = await start();
    const { bora, clock, store, oncall } = bot;
    await watchWithSummary(bot);
    const schedule = { atMinute: 480, days: [1, 2, 3, 4, 5, 6, 7] };
    const [here] = await store.watches.list([oncall]);
    expect(here?.summary).toMatchObject(schedule);
    for (const count of [1, 2]) {
      if (here?.summary === undefined) throw new Error('the schedule is gone');
      clock.advance(nextSummaryAt(here.summary, clock.now()) - clock.now());
      await bora.waitFor(() => (summariesIn(bora, 'oncall').length === count ? true : undefined));
    }
    const [first] = summariesIn(bora, 'oncall');
    expect(first?.text.split('\n')[0]).toBe(`☀️ ${summary.title(STATE)}`);
    expect(textOf(first?.blocks)).toMatch(/🚨 1004 · /);
  });

  test('has what nobody is on taken over where it stands, and shows all that is open there', async () => {
    const bot = await start();
    const { ada, bora, clock, store, oncall, logLines } = bot;
    await watchWithSummary(bot);
    const [here] = await store.watches.list([oncall]);
    if (here?.summary === undefined) throw new Error('there is no schedule');
    clock.advance(nextSummaryAt(here.summary, clock.now()) - clock.now());
    const { ts } = await bora.waitFor(() => summariesIn(bora, 'oncall')[0]);
    const reads = (text: string) =>
      bora.waitFor(() => bora.messages('oncall').find((one) => one.isEphemeral && one.text.includes(text)));
    await bora.press({ actionId: ACKNOWLEDGE, messageTs: ts });
    await reads(watches.taken(['1004'], 0));
    expect((await store.watches.seen('1004'))?.owner?.userId).toBe(bora.id);
    const shown = await ada.waitFor(() => summariesIn(ada, 'oncall').find(({ isEdited }) => isEdited));
    expect(textOf(shown.blocks)).toContain(words.alert.tookOver(['1004'], 0));
    expect(JSON.stringify(shown.blocks)).not.toContain(ACKNOWLEDGE);
    await bora.press({ actionId: ALERT_VIEW.seeAll, messageTs: ts });
    await sees(bora, '1004');
    const results = () => logLines.flatMap(({ by, result }) => (by === 'take-over' ? [result] : []));
    await expect.poll(results).toEqual(['taken']);
    expect(ada.messages('oncall').filter(({ text }) => text.startsWith('🚨'))).toEqual([]);
  });

  test('is set and ended by a command, and the channel reads who did it', async () => {
    const bot = await start();
    const { ada, bora, clock, store, oncall, logLines } = bot;
    const reads = (text: string) =>
      ada.waitFor(() => ada.messages('oncall').find((message) => message.text.includes(text)));
    await ada.command('/backup-status summary 07:30');
    await reads(summary.nothing(true));
    await ada.command('/backup-status watch 1004');
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, watches.form.saved(`<#${oncall}>`));
    await ada.closeModal();
    await ada.command('/backup-status summary 07:30');
    const schedule = async () => (await store.watches.list([oncall]))[0]?.summary;
    await expect.poll(schedule).toMatchObject({ atMinute: 450, days: [1, 2, 3, 4, 5, 6, 7] });
    const every = watches.schedule('07:30', [], words.time.zone((await schedule())?.zone ?? ''));
    await reads(watches.summaryComes(every));
    clock.advance(A_MOMENT_MS);
    await bora.waitFor(() => bora.messages().find(({ text }) => text.endsWith(watches.scheduled(every))));
    clock.advance(A_MOMENT_MS);
    await ada.command('/backup-status summary off');
    await reads(watches.summaryEnds);
    expect(await schedule()).toBeUndefined();
    const results = () => logLines.flatMap(({ by, result }) => (by === 'summary' ? [result] : []));
    await expect.poll(results).toEqual(['nothing-watched', 'scheduled', 'stopped']);
  });

  test('changes its time and days, and ends, in a window of its own', async () => {
    const bot = await start();
    const { ada, bora, store, oncall, logLines } = bot;
    await watchWithSummary(bot);
    await ada.command('/backup-status summary');
    const schedule = async () => (await store.watches.list([oncall]))[0]?.summary;
    const change = async (at: string) => {
      await ada.press({ actionId: SUMMARY_MORE, value: MORE.changeTime });
      await seesInWindow(ada, SUMMARY_TIME.at);
      await ada.submit({ [SUMMARY_TIME.at]: at });
    };
    await change('06:15');
    await sees(ada, '06:15');
    expect(await schedule()).toMatchObject({ atMinute: 375, days: [1, 2, 3, 4, 5, 6, 7] });
    await ada.closeModal();
    bot.clock.advance(A_MOMENT_MS);
    await bora.waitFor(() => bora.messages().find(({ text }) => text.includes('06:15')));
    await change('');
    await sees(ada, watches.summaryEnds);
    expect(await schedule()).toBeUndefined();
    const results = () => logLines.flatMap(({ by, result }) => (by === 'summary' ? [result] : []));
    await expect.poll(results).toEqual(['scheduled', 'told', 'scheduled', 'stopped']);
  });

  test('is read by the person who asks, shared, and stopped', async () => {
    const bot = await start();
    const { ada, bora, clock, store, oncall, logLines } = bot;
    const answer = () => ada.messages('oncall').findLast(({ isEphemeral }) => isEphemeral);
    await ada.command('/backup-status summary');
    await ada.waitFor(() => (answer()?.text.includes(summary.nothing(true)) ? true : undefined));
    await watchWithSummary(bot);
    await ada.command('/backup-status summary');
    const asked = await ada.waitFor(() => (answer()?.text.includes(STATE) ? answer() : undefined));
    expect(textOf(asked?.blocks)).toContain(summary.here(`<#${oncall}>`));
    await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
    await shareIn(ada);
    await ada.closeModal();
    const shared = await bora.waitFor(() => summariesIn(bora, 'oncall')[0]);
    expect(textOf(shared.blocks)).toContain(words.card.sharedBy(`<@${ada.id}>`));
    // Nothing is watched there: all that she watches.
    await ada.command('/backup-status summary', { channel: 'direct' });
    const own = await ada.waitFor(() => summariesIn(ada, 'direct')[0]);
    expect(textOf(own.blocks)).toContain(summary.yours);
    expect(textOf(own.blocks)).not.toContain(words.buttons.share);
    // The list has Stop; another watch leaves it as it is.
    clock.advance(A_MOMENT_MS);
    await ada.command('/backup-status watches');
    await sees(ada, watches.list.summary);
    await ada.press({ actionId: STOP_SUMMARY });
    await bora.waitFor(() => bora.messages().find(({ text }) => text.endsWith(watches.summaryStopped)));
    expect((await store.watches.list([oncall]))[0]?.summary).toBeUndefined();
    await ada.closeModal();
    clock.advance(A_MOMENT_MS);
    await watchWithSummary(bot);
    await ada.command('/backup-status watch 1004');
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, watches.form.saved(`<#${oncall}>`));
    expect((await store.watches.list([oncall]))[0]?.summary).toMatchObject({ atMinute: 480 });
    const results = logLines.flatMap(({ by, result }) => (by === 'summary' ? [result] : []));
    // A share is over when Slack has answered, perhaps after the next command.
    expect(results.toSorted()).toEqual([
      'nothing-watched',
      'scheduled',
      'scheduled',
      'shared',
      'stopped',
      'told',
      'told',
    ]);
  });

  test('of a channel is shared in the channel that is chosen, with a note, and no other organisation’s', async () => {
    const bot = await start();
    const { ada, bora, store, logLines } = bot;
    const inGeneral = () => summariesIn(bora, 'general');
    const open = async () => {
      await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
      await sees(ada, words.share.label(words.share.summary));
    };
    await watchWithSummary(bot);
    await ada.command('/backup-status summary');
    await open();
    await expect(ada.submit({ [SHARE_VIEW.actionId]: 'partners' })).rejects.toThrow(
      'does not offer partners',
    );
    await ada.submit({ [SHARE_VIEW.actionId]: 'general', [SHARE_VIEW.note]: 'For <you> & me' });
    await sees(ada, words.share.shared('<#C0GENERAL01>'));
    const [posted] = inGeneral();
    expect(posted?.text).toContain(STATE);
    expect(textOf(posted?.blocks)).toContain(words.card.sharedBy(`<@${ada.id}>`));
    expect(JSON.stringify(posted?.blocks)).toContain('For <you> & me');
    expect(textOf(posted?.blocks)).not.toContain(words.buttons.share);
    await ada.closeModal();
    // Nothing is watched any more by the time that the channel is chosen.
    await open();
    await store.watches.remove(bot.oncall, ['1001', '1004'], ada.id);
    await ada.submit({ [SHARE_VIEW.actionId]: 'general' });
    await sees(ada, summary.nothing(true));
    expect(inGeneral()).toHaveLength(1);
    await bot.stop();
    const audits = logLines.flatMap(({ by, result, channelId }) =>
      by === 'summary' && channelId === 'C0GENERAL01' ? [result] : [],
    );
    expect(audits).toEqual(['shared', 'nothing-watched']);
  });

  test('is shared nowhere when Slack opens no window, or does not take the message, and the person reads so', async () => {
    const bot = await start();
    const { ada, bora, slack } = bot;
    await watchWithSummary(bot);
    await ada.command('/backup-status summary');
    slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'views.open', next: 1 });
    await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
    await ada.waitFor(() =>
      ada.messages('oncall').find(({ text }) => text.includes(words.command.notOpened)),
    );
    await ada.press({ actionId: SUMMARY_MORE, value: MORE.share });
    await sees(ada, words.share.label(words.share.summary));
    slack.addFault({ kind: 'error', code: 'used_url' }, { method: 'response_url' });
    await ada.submit({ [SHARE_VIEW.actionId]: 'general' });
    await sees(ada, words.share.refused);
    expect(summariesIn(bora, 'general')).toEqual([]);
  });
});
