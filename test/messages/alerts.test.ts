import { expect, test } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { deliveryText } from '../../src/slack/alerts/alert-blocks.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import { decodeAccounts } from '../../src/slack/kit/ids.ts';
import { textOf, toSend } from '../../src/slack/kit/message.ts';
import { type SummaryShown, summaryMessage } from '../../src/slack/summary/summary.ts';
import type { MessageRef, WatchedIncident } from '../../src/watch/posted.ts';
import { type KnownAccount, type Overview, summaryOf, worseningOf } from '../../src/watch/summary.ts';
import type { Delivery } from '../../src/watch/watch-list.ts';
import { words } from '../support/reader.ts';
import { alertOf, bad, fine, incident, rulesOf, STALE_SINCE_MS, ZONE } from './alert.ts';
import { account, CRITICAL, HOUR_MS, NOW_MS } from './samples.ts';
import { storedStates } from './stored-states.ts';

const CONTEXT = { words, rulesOf, zone: ZONE, nowMs: NOW_MS, audience: 'channel' } as const;

/** The lines of a message that Slack accepts. */
function posted(notification: Parameters<typeof alertMessage>[0], accountCount = 200) {
  const linkTo = ({ channelId, ts }: MessageRef) => `https://slack.com/archives/${channelId}/p${ts}`;
  const message = alertMessage(notification, { accountCount, linkTo }, CONTEXT);
  expect(validateMessage(toSend(message))).toEqual([]);
  return message;
}
const alert = (incidents: readonly WatchedIncident[], accountCount?: number) =>
  posted(alertOf(incidents), accountCount);
const ada = { userId: 'U0ADA', sinceMs: NOW_MS - HOUR_MS, untilMs: NOW_MS + HOUR_MS };
const over = (id: string) => incident(id, { startedAtMs: NOW_MS - 2 * HOUR_MS, resolvedAtMs: NOW_MS });
const many = (count: number) => Array.from({ length: count }, (_, at) => incident(String(2000 + at)));

test('alerts are as stored', async () => {
  const [first, second] = [incident('1004'), incident('1011')];
  const levels = [incident('1007', { level: 'attention' }), incident('1009', { level: 'unknown' })];
  const changed = incident('1007', { state: incident('1007', { level: 'attention' }).state });
  const { rows, counts } = alertOf([first, second]);
  const taken = rows.map((row) => ({ ...row, ownerId: 'U0ADA' }));
  await storedStates('alerts', {
    'of all levels': alert([first, second, ...levels]),
    'that got worse: since then, not since it was not fine': alert([
      incident('1004', { startedAtMs: STALE_SINCE_MS - 20 * HOUR_MS }),
    ]),
    'one of two taken': alert([incident('1004', { owner: ada }), second]),
    'both taken by one': alert([incident('1004', { owner: ada }), incident('1011', { owner: ada })]),
    'both taken, and three more': posted(
      alertOf([incident('1004', { owner: ada }), incident('1011', { owner: ada })], { others: 3 }),
    ),
    'taken by nobody who can be': alert([incident('1004', { owner: { ...ada, userId: '!channel' } })]),
    'one is new': posted(alertOf([first, second], { newIds: [first.id] })),
    'two are new, three others open': posted(
      alertOf([first, second], { newIds: [first.id, second.id], others: 3 }),
    ),
    'one is posted again': posted({ ...alertOf([first, second], { newIds: [first.id] }), again: [] }),
    'two are posted again, with a third that nobody is on either': posted({
      ...alertOf([first, second, incident('1012')], { newIds: [first.id, second.id] }),
      again: [],
    }),
    'two are posted again, and one of them is taken': posted({
      ...alertOf([first, incident('1011', { owner: ada })], { newIds: [first.id, second.id] }),
      again: [],
    }),
    'all are new': posted(alertOf([first, second], { newIds: [first.id, second.id] })),
    'of a fifth of what is watched': alert(many(43), 200),
    'of ten of twenty, one of which was bad before its watch': alert(
      [
        ...many(9).map((one) => ({ ...one, state: undefined, startedAtMs: NOW_MS - HOUR_MS })),
        incident('1004', { detectedAtMs: 0 }),
      ],
      20,
    ).slice(0, 2),
    'of nine of twenty': alert(many(9), 20).slice(0, 2),
    'of ten of fifty-one': alert(many(10), 51).slice(0, 2),
    'some are fine again': posted(alertOf([first, over('1002')], { fineCount: 4 })),
    'all are fine again': alert([over('1001'), over('1002'), over('1003')]),
    'the only one is fine again': alert([over('1001')]),
    'nothing is watched any more': alert([]),
    'the last read says something else': alert([changed]),
    'an older alert': posted({
      ...{ kind: 'superseded', by: { ts: '2.5', channelId: 'C1' }, rows: taken, counts },
      ...{ ts: '1.5', channelId: 'C1', postedAtMs: NOW_MS },
    }),
  });
});

test('lines in a thread and messages of their own are as stored', async () => {
  const hands = { kind: 'hands', userId: 'U0ADA', accountIds: ['1004'], count: 1 } as const;
  const given = { ...hands, byId: 'U0BORA', note: 'Call *them*' };
  const away = { kind: 'outage', sinceMs: NOW_MS - 2 * HOUR_MS } as const;
  await storedStates('threads', {
    'one is fine again': posted({ kind: 'recovered', incidents: [over('1004')], count: 1 }),
    'many are': posted({
      kind: 'recovered',
      incidents: many(10).map((one) => ({ ...one, resolvedAtMs: NOW_MS })),
      count: 40,
    }),
    'another one joins': posted({
      kind: 'also',
      incidents: [incident('1007', { level: 'attention' })],
      count: 3,
    }),
    taken: posted({ ...hands, count: 3 }),
    'taken from a colleague': posted({ ...hands, fromId: 'U0BORA' }),
    ...Object.fromEntries(
      (['released', 'over', 'worse'] as const).map((ended) => [
        `no longer taken: ${ended}`,
        posted({ ...hands, ended }),
      ]),
    ),
    'handed over': posted({ ...given, fromId: 'U0BORA' }),
    'handed over by a third': posted({ ...given, fromId: 'U0CAN' }),
    'an outage': posted(away),
    'the end of an outage': posted({ ...away, overAtMs: NOW_MS }),
    downtime: posted({ kind: 'downtime', fromMs: NOW_MS - 3 * HOUR_MS, toMs: NOW_MS }),
    'taken off the list: one that had a name there, and one that had none': posted({
      kind: 'stopped',
      ...{ ids: ['9998', '9999'], names: ['Bay Dental', null] },
    }),
  });
});

test('an alert about a single open account links its runbook and console page, without the contact', () => {
  const known = (id: string) => ({
    ...rulesOf(id),
    runbook: 'https://wiki.example/1004',
    consoleUrl: 'https://console.example/1004',
    contact: 'Jane',
  });
  const urls = (incidents: readonly WatchedIncident[]) => {
    const around = { accountCount: 200, linkTo: () => '' };
    const text = JSON.stringify(alertMessage(alertOf(incidents), around, { ...CONTEXT, rulesOf: known }));
    expect(text).not.toContain('Jane');
    return text.match(/(?<="url":")[^"]*/g) ?? [];
  };
  expect(urls([incident('1004')])).toEqual(['https://wiki.example/1004', 'https://console.example/1004']);
  expect(urls([incident('1004'), incident('1011')])).toEqual([]);
  expect(urls([over('1004')])).toEqual([]);
});

test('a target gets the title of the alert, and since when, in plain text', () => {
  const gets = (action: Delivery['action'], one?: WatchedIncident) => {
    const call = { action, incidentId: '1', accountId: '1004', key: '1', zone: ZONE, incident: one };
    return Object.values(deliveryText(call, CONTEXT));
  };
  const inAlert = (one: WatchedIncident) =>
    textOf(alert([one]))
      .split('\n')
      .slice(0, 2);
  // It has been critical for a shorter time than it has not been fine.
  const worse = incident('1004', { startedAtMs: STALE_SINCE_MS - 20 * HOUR_MS });
  const [title = '', since] = inAlert(worse);
  expect(since).toContain(words.time.dateTime({ atMs: STALE_SINCE_MS, zoneId: ZONE, nowMs: NOW_MS }));
  expect(gets('trigger', worse)).toEqual([title, since]);
  expect(gets('trigger', { ...worse, quietUntilMs: NOW_MS + HOUR_MS })).toEqual([title, since]);
  expect(gets('acknowledge', { ...worse, owner: ada })).toEqual([title.replace('🚨', '👀'), since]);
  expect(gets('resolve', over('1004'))).toEqual(inAlert(over('1004')));
  expect(gets('acknowledge', worse)).toEqual([title.replace('🚨', '🔕'), since]);
  const stopped = [words.watches.alertsEnd('Liman (1004)'), ''];
  expect([gets('resolve', worse), gets('resolve')]).toEqual([stopped, stopped]);
});

const LAST_MS = NOW_MS - 12 * HOUR_MS;

function summary(overview: Partial<Overview>, shown: Partial<SummaryShown> = {}) {
  const all = { accounts: [], ended: [], sinceMs: LAST_MS, ...overview };
  const worsenings = all.accounts.flatMap((one) => worseningOf(one, rulesOf, NOW_MS) ?? []);
  const message = summaryMessage(summaryOf(all, worsenings, NOW_MS), CONTEXT, {
    where: 'channel',
    ...shown,
  });
  expect(validateMessage(toSend(message))).toEqual([]);
  return message;
}

test('summaries are as stored', async () => {
  const taken = bad('1004', { owner: { ...ada, sinceMs: NOW_MS - 11 * HOUR_MS } });
  const baseline = bad('1004', { detectedAtMs: 0 });
  const never = { kind: 'never' } as const;
  const neverRan = account({ ...CRITICAL, id: '1004', database: never, folders: never });
  const undated = { ...baseline, state: { ...baseline.state, account: neverRan } } as KnownAccount;
  const unconfirmed = { level: 'unknown', startedAtMs: NOW_MS, readAtMs: NOW_MS } as const;
  const critical = Array.from({ length: 17 }, (_one, at) => bad(String(2000 + at)));
  const mild = { level: 'attention' } as const;
  await storedStates('summaries', {
    'what is bad, what changed, what comes next': summary({
      accounts: [
        bad('1011', { startedAtMs: NOW_MS - 3 * HOUR_MS }),
        taken,
        bad('1012', { detectedAtMs: LAST_MS }),
        fine('1033', 23, 4),
        fine('1002'),
      ],
      // 1004 is not fine again.
      ended: [{ accountId: '1002' }, { accountId: '1004' }],
    }),
    'all is fine': summary({
      accounts: [fine('1001'), fine('1002'), fine('1003')],
      outage: { sinceMs: NOW_MS - 3 * HOUR_MS, overAtMs: NOW_MS - 2 * HOUR_MS },
      downtime: { fromMs: LAST_MS - HOUR_MS, toMs: LAST_MS - 1 },
    }),
    'not all is known, during an outage and after downtime': summary({
      accounts: [fine('1001'), { accountId: '1002' }],
      outage: { sinceMs: NOW_MS - 2 * HOUR_MS },
      downtime: { fromMs: NOW_MS - 5 * HOUR_MS, toMs: NOW_MS - 3 * HOUR_MS },
    }),
    'one would be late by now, and nobody can ask': summary({
      accounts: [fine('1001', 27, 4), fine('1002', 20, 4)],
      outage: { sinceMs: NOW_MS - 3 * HOUR_MS },
    }),
    'a level that is not confirmed changes nothing': summary({
      accounts: [{ ...bad('1004'), state: unconfirmed }],
    }),
    'bad when its watch began': summary({ accounts: [baseline] }),
    'bad when its watch began, and no date says since when': summary({ accounts: [undated] }),
    'bad since then, and no date says so': summary({
      accounts: [{ ...undated, incident: bad('1004').incident }],
    }),
    'more than can be shown': summary({ accounts: [...critical, bad('1010', mild), bad('1004', mild)] }),
    'for one person': summary({ accounts: [bad('1004')] }, { where: undefined }),
  });
  const offered = (accounts: readonly KnownAccount[]) =>
    summary({ accounts }).flatMap((block) =>
      block.type === 'actions'
        ? block.elements.flatMap((one) =>
            one.type === 'button' && one.value ? [decodeAccounts(one.value)] : [],
          )
        : [],
    );
  expect(offered([taken, bad('1011'), bad('1012'), bad('1010', mild)])).toEqual([['1011', '1012']]);
  expect(offered([taken])).toEqual([]);
});
