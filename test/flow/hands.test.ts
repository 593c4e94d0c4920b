import type { KnownBlock } from '@slack/types';
import { expect, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/action-ids.ts';
import { drawn } from '../messages/drawn.ts';
import { ownerOf } from '../support/home-of.ts';
import { putAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { share } from '../support/share.ts';
import { type BotSetup, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

/** An alert in #oncall about 1004, and about the others. */
async function startAlert(others: readonly string[] = [], setup: Partial<BotSetup> = {}) {
  const clock = createMovableClock();
  const { now } = clock;
  const kept = await startStore(now);
  const store = { ...kept, close: async () => {} };
  const bot = await startBot({ transport: 'socket', ...setup, store, now, slackOptions: { now } });
  const oncall = bot.slack.channels.oncall.id;
  const person = ownerOf(bot.ada);
  await putAlert({ slack: bot.slack, store: kept }, { channelId: oncall, accountId: '1004', others, person });
  // Slack takes one message a second for a channel.
  clock.advance(2_000);
  const owners = async () => (await kept.watches.list([oncall]))[0]?.watches.map(({ ownerId }) => ownerId);
  const audits = () =>
    bot.logLines.filter(({ msg }) => msg === 'watches').map(({ by, result }) => `${by}: ${result}`);
  return { ...bot, clock, store: kept, oncall, owners, audits };
}

const linesOf = ({ blocks }: { readonly blocks?: unknown } = {}) =>
  drawn((blocks ?? []) as readonly KnownBlock[]).join('\n');
const nobody = `👀 ${words.summary.nobodyYet}`;
/** After the sign; a person is drawn so. */
const since = words.triage.since('{date_short_pretty} {time}');
const taken = `👀 {user} <!date^`;
const isTaken = (text: string) => text.includes(taken) && text.includes(since);
const messageOf = (person: Person, fits: (text: string) => boolean) =>
  person.waitFor(() => person.messages().find((message) => fits(linesOf(message))));

test('the card of a watched account says that nobody is on it, and is taken where it stands', async () => {
  const { ada, bora, owners, audits } = await startAlert();
  const { message: before } = await ada.command('/backup-status 1004');
  expect(linesOf(before)).toContain(nobody);
  const elements = JSON.stringify(before?.blocks?.at(-1));
  expect(elements).toMatch(/"style":"primary".*"action_id":"account_refresh".*"value":"share"/u);
  await ada.press({ actionId: ACTIONS.takeOver });
  const after = await messageOf(ada, isTaken);
  expect(after.ts).toBe(before?.ts);
  expect(JSON.stringify(after)).not.toContain(ACTIONS.takeOver);
  expect(await owners()).toEqual([ada.id]);
  // The alert reads so, and so does everybody who asks: alone, in a list, in Home.
  await messageOf(bora, (text) => text.includes(words.alert.tookOver(['1004'], 0)));
  expect(linesOf((await bora.command('/backup-status 1004')).message)).toContain(taken);
  const list = linesOf((await bora.command('/backup-status 1001 1004')).message);
  expect(list.match(/👀 \{user\}/gu)).toHaveLength(1);
  expect(audits()).toEqual(['take-over: taken']);
});

test('a card that is older than the hands it shows takes nothing from a colleague', async () => {
  const { ada, bora, owners, audits } = await startAlert();
  await ada.command('/backup-status 1004');
  await bora.command('/backup-status 1004');
  await bora.press({ actionId: ACTIONS.takeOver });
  await messageOf(bora, isTaken);
  await ada.press({ actionId: ACTIONS.takeOver });
  await messageOf(ada, isTaken);
  expect(await owners()).toEqual([bora.id]);
  expect(audits()).toEqual(['take-over: taken', 'take-over: taken-already']);
});

test('a shared card is taken for all who read it, and its note stays', async () => {
  const { ada, bora } = await startAlert();
  const shared = await share(ada, '1004', { note: 'Please call' });
  expect(linesOf(shared)).toContain(nobody);
  await bora.press({ actionId: ACTIONS.takeOver, messageTs: shared.ts });
  const after = await messageOf(ada, (text) => isTaken(text) && text.includes('Please call'));
  expect(after.ts).toBe(shared.ts);
});

test('a card of a healthy or an unwatched account says nothing of hands', async () => {
  const { ada, store, oncall } = await startAlert();
  const terms = { tellOf: 'critical', zone: 'UTC', createdAtMs: 0 } as const;
  await store.watches.add({ channelId: oncall, person: ownerOf(ada), patterns: ['1001'], terms });
  for (const id of ['1001', '1011']) {
    const text = JSON.stringify((await ada.command(`/backup-status ${id}`)).message);
    expect(text).not.toContain('👀');
    expect(text).not.toContain(ACTIONS.takeOver);
  }
});

test('Share in the menu of a card asks where to; a database that is down is said', async () => {
  const { ada, store } = await startAlert();
  await ada.command('/backup-status 1004');
  await ada.press({ actionId: ACTIONS.more, value: MORE.share });
  const modal = await ada.waitFor(() => ada.modal());
  expect(JSON.stringify(modal)).toContain(words.share.title);
  await ada.closeModal();
  await store.close();
  await ada.press({ actionId: ACTIONS.takeOver });
  await ada.waitFor(() => ada.messages().find(({ text }) => text === words.watches.notTaken));
});
