import { expect, test } from 'vitest';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { answer, homeText, ownerOf, seesAtHome, submits } from '../support/people.ts';
import { FINE, fine } from '../support/phrases.ts';
import { putAlert } from '../support/put-alert.ts';
import { readTable } from '../support/read-table.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS, type Transport } from '../support/slack-settings.ts';
import { type BotSetup, type StartedBot, startBot } from '../support/start-bot.ts';
import { startWatching } from '../support/start-watching.ts';
import { COLUMNS, type Column } from './access-table.ts';

const ELSEWHERE = 'full member, outside of `ALLOWED_CHANNELS`';
const { head, rows } = readTable('docs/security.md', 'Who asks');
const cellsOf = (who: string) => rows.find(([first]) => first === who)?.slice(1) ?? [];

test('the table has a column for every entry point, answers full members, and refuses everybody else', () => {
  expect(head.slice(1)).toEqual(Object.keys(COLUMNS));
  // refused-everywhere.test.ts shows that every listener refuses them.
  for (const [who = '', ...cells] of rows) {
    if (who !== ELSEWHERE)
      expect([...new Set(cells)], who).toEqual([who === 'full member' ? 'answered' : 'refused']);
  }
});

/** Why a person is refused, and what they read. */
interface Refusal {
  readonly reason: string;
  readonly shown: 'not-you' | 'not-here' | 'not-checked';
  /** Settings of the bot that gets the request. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Takes Ada's access away, after everything was shown to her. */
  readonly befalls?: (slack: LocalSlack) => void;
}

const OUTSIDE: Refusal = {
  reason: 'elsewhere',
  shown: 'not-here',
  settings: { ALLOWED_CHANNELS: 'C0GENERAL01' },
};

const OTHERS: readonly Refusal[] = [
  { reason: 'guest', shown: 'not-you', befalls: (slack) => slack.become('ada', 'single-channel-guest') },
  { reason: 'not-named', shown: 'not-you', settings: { ALLOWED_USERS: 'U0BORA00001' } },
  {
    reason: 'unknown',
    shown: 'not-checked',
    befalls: (slack) => slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'users.info' }),
  },
];
/** As a message, on a card that others see, in Home and in a window. */
const WAYS = ['Command', 'Shared card button', 'Home', 'Watch form'];

const closed = cellsOf(ELSEWHERE).map((cell, at) => ({ cell, way: head[at + 1] ?? '', refusal: OUTSIDE }));
const refused = OTHERS.flatMap((refusal) => WAYS.map((way) => ({ cell: 'refused', way, refusal })));
/** Alternates between the transports: the access check does not depend on them. */
const cells = [...closed, ...refused].map((one, at) => ({
  ...one,
  who: one.refusal.reason,
  transport: TRANSPORTS[at % 2] ?? 'http',
}));

test.each(cells)('$who, $way over $transport: $cell', async ({ cell, way, refusal, transport }) => {
  const column = COLUMNS[way];
  if (column === undefined) throw new Error(`no test knows ${way}`);
  const { bot, ada, bora, service } = await meet(transport, refusal, column);
  const sentBefore = sentBy(bot).length;
  const askedBefore = service.counts.generalInfos;
  const refusals = () => bot.logLines.filter(({ msg }) => msg === 'refused');
  await column.act(ada);
  if (cell === 'answered') {
    await expect.poll(() => column.gotIt?.(ada, bot)).toBeTruthy();
    expect(refusals()).toEqual([]);
    return;
  }
  const { what } = words.access.refusals[refusal.shown];
  await expect.poll(refusals).toHaveLength(column.requests ?? 1);
  for (const line of refusals()) {
    expect(line).toMatchObject({ userId: ada.id, reason: refusal.reason });
    // As a whole word: a time or a request id may contain these digits.
    expect(JSON.stringify(line)).not.toMatch(/\b1001\b/);
  }
  const sent = () => sentBy(bot).slice(sentBefore).join('');
  await expect.poll(sent).toContain(what);
  await bot.stop();
  expect(sent()).not.toMatch(/\b1001\b|musteri|çevrimiçi/);
  expect(sent()).not.toContain(FINE);
  expect(service.counts.generalInfos).toBe(askedBefore);
  // The card that others read is unchanged, and nobody else reads the refusal.
  expect(JSON.stringify(bora.messages())).not.toContain(what);
});

/** A first bot answers Ada and shows her things. Then she loses access, and a second bot gets her request. */
async function meet(transport: Transport, { settings, befalls }: Refusal, { prepare }: Column) {
  // No watched account is read and no alert is posted, so all requests and messages come from the people of the test.
  const changeStore: BotSetup['changeStore'] = ({ watchStore }) => ({
    watchStore: { ...watchStore, claimAccounts: async () => [], claimChannels: async () => [] },
  });
  const slackOptions = { scopes: ['commands', 'users:read', 'usergroups:read', 'chat:write'] };
  const first = await startBot({ transport, changeStore, slackOptions, pins: ['1001'] });
  const { slack, service, ada, store } = first;
  await prepare?.(ada, first);
  await first.stop();
  const bot = await startBot({ transport, store, changeStore, slack, service, settings });
  befalls?.(slack);
  return { ...bot, bot };
}

/** Everything that the bot has sent to Slack so far, piece by piece. */
const sentBy = ({ slack }: StartedBot) =>
  slack.traffic.map((one) => {
    if (one.kind === 'api') return JSON.stringify(one.args);
    return JSON.stringify((one.kind === 'delivery' ? one.response : one.body) ?? '');
  });

const { 'not-you': notYou, 'not-here': notHere } = words.access.refusals;

test('the refusal names the allowed places in a channel that is not allowed, and opens Home if it is listed', async () => {
  const { ada, slack, logLines } = await startBot({
    settings: { ALLOWED_CHANNELS: 'C0GENERAL01,home' },
  });
  const { message } = await ada.command('/backup-status 1001');
  expect(message?.text.split('\n').slice(-2)).toEqual(['<#C0GENERAL01>', words.access.places.home]);
  expect(await answer(ada, '1001', { channel: 'direct' })).toContain(notHere.next);
  expect(await answer(ada, '1001', { channel: 'general' })).toContain(fine('1001'));
  await ada.openHome();
  await seesAtHome(ada);
  expect(homeText(ada)).not.toContain(notHere.what);
  expect(logLines.filter(({ msg }) => msg === 'refused')).toHaveLength(2);
  expect(slack.person('bora').messages()).toEqual([]);
});

test('answers members of an allowed user group, and nobody else', async () => {
  const slackOptions = { scopes: ['commands', 'users:read', 'usergroups:read'] };
  const { ada, bora } = await startBot({
    slackOptions,
    settings: { ALLOWED_USER_GROUPS: 'S0ONCALL001' },
  });
  expect(await answer(ada, '1001')).toContain(fine('1001'));
  expect(await answer(bora, '1001')).toContain(notYou.what);
});

test('a window opened in direct messages is answered where these are allowed', async () => {
  const bot = await startBot({ settings: { ALLOWED_CHANNELS: 'direct' } });
  const { ada } = bot;
  await putAlert(bot, { channelId: ada.id, accountId: '1004', person: ownerOf(ada) });
  await ada.press({ actionId: ACTIONS.more, value: MORE.snooze, in: 'direct' });
  await submits(ada, {}, words.quiet.began(false, '1004'));
});

test.each([
  ['deactivated', { toldTo: 'ada' }, 'deleted'],
  ['guest', { toldTo: 'ada' }, 'single-channel-guest'],
  ['elsewhere', { settings: { ALLOWED_CHANNELS: 'C0GENERAL01' } }, 'member'],
] as const)(
  'no alert is sent to who lost access, nor to a channel no longer allowed: %s',
  async (reason, to, kind) => {
    const { slack, alerts, becomeStale, watched } = await startWatching(to);
    slack.become('ada', kind);
    await becomeStale();
    await expect.poll(async () => (await watched())?.broken).toBe(reason);
    expect(alerts()).toEqual([]);
  },
);

test('an alert to a person waits while Slack does not say who they are', async () => {
  const { slack, alerts, becomeStale, timePasses, operationsUrl } = await startWatching({ toldTo: 'ada' });
  slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'users.info' });
  await becomeStale();
  const held = 'backup_status_alert_calls_total{call="post",result="held"} 1';
  await expect.poll(async () => (await fetch(`${operationsUrl}/metrics`)).text()).toContain(held);
  expect(alerts()).toEqual([]);
  slack.clearFaults();
  await timePasses(() => alerts().length > 0);
});
