import { describe, expect, test } from 'vitest';
import type { SubmitValues } from '../../sandbox/slack/client/fill-in.ts';
import { ACKNOWLEDGE } from '../../src/slack/kit/ids.ts';
import { WATCH_FORM } from '../../src/slack/watches/watch-form.ts';
import { answer, reads, refuses, sees, submits, textOf, until, watches } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { HOUR_MS, startWatching } from '../support/start-watching.ts';

const MINUTE_MS = 60_000;

/** An account that is watched in #oncall becomes critical; the watch mentions these people. */
async function untaken(values: SubmitValues, setup: Parameters<typeof startWatching>[0] = {}) {
  const bot = await startWatching(setup);
  const { ada, alerts, becomeStale, clock } = bot;
  await watches(ada, '1001', values);
  const roots = () => alerts().filter(({ threadTs, text }) => !threadTs && text.includes('🚨 1001'));
  await becomeStale();
  await ada.waitFor(() => roots()[0]);
  return {
    ...bot,
    roots,
    /** Moves the clock in steps that are short enough to miss nothing. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 10 * MINUTE_MS) {
        clock.advance(Math.min(left, 10 * MINUTE_MS));
        await bot.passes(1);
      }
    },
  };
}

test('posts an unacknowledged alert again after half an hour and after two more hours, and mentions people', async () => {
  const { ada, bora, alerts, roots, pass } = await untaken({ [WATCH_FORM.mention]: ['bora'] });
  await answer(ada, 'note 1001 3d they open at nine');
  const nobody = words.alert.again(1, 1);
  expect(roots()).toHaveLength(1);
  await pass(40 * MINUTE_MS);
  const again = await reads(ada, nobody, 'oncall');
  expect(textOf(again)).toContain(`${nobody} {user}`);
  expect(JSON.stringify(again.blocks)).toContain(bora.id);
  // Who wrote a note is named: a mention would wake them.
  expect(JSON.stringify(again.blocks)).not.toContain(ada.id);
  expect(textOf(again)).toContain('they open at nine · @Ada');
  await pass(2 * HOUR_MS);
  await until(ada, () => alerts().filter((one) => textOf(one).includes(nobody)).length === 1);
  await pass(6 * HOUR_MS);
  const posted = alerts().filter(({ threadTs, isEphemeral }) => !threadTs && !isEphemeral);
  // The message about the watch, the alert, and its two repetitions. The older ones link to the newest.
  expect(posted.map(({ text }) => text[0])).toHaveLength(4);
});

test('after the clock jumped ahead by hours it is posted again once, and a second time two hours later', async () => {
  const { alerts, clock, pass } = await untaken({});
  const posts = () => alerts().filter(({ threadTs, isEphemeral }) => !threadTs && !isEphemeral).length;
  const before = posts();
  clock.advance(6 * HOUR_MS);
  await pass(HOUR_MS);
  expect(posts()).toBe(before + 1);
  await pass(2 * HOUR_MS);
  expect(posts()).toBe(before + 2);
  expect(JSON.stringify(alerts())).not.toContain(words.alert.nobodyLeft);
});

test('an acknowledged alert is not posted again, and its owner is reminded after four hours', async () => {
  const { ada, roots, pass, alerts } = await untaken({ [WATCH_FORM.mention]: ['bora'] });
  await ada.press({ actionId: ACKNOWLEDGE });
  await pass(3 * HOUR_MS);
  expect(roots()).toHaveLength(1);
  expect(alerts().filter(({ text }) => text.includes(words.alert.again(1, 1)))).toEqual([]);
  await pass(1.5 * HOUR_MS);
  const remind = await reads(ada, words.alert.remind(words.time.duration(4 * HOUR_MS), '1001'), 'oncall');
  expect(remind.threadTs).toBeDefined();
});

test('an owner who has become a guest is named in the reminder, not mentioned', async () => {
  const { ada, bora, slack, pass } = await untaken({});
  await ada.press({ actionId: ACKNOWLEDGE });
  await pass(3 * HOUR_MS);
  slack.become('ada', 'single-channel-guest');
  await pass(1.5 * HOUR_MS);
  const remind = await reads(bora, words.alert.remind(words.time.duration(4 * HOUR_MS), '1001'), 'oncall');
  expect(JSON.stringify(remind.blocks)).not.toContain(ada.id);
  expect(textOf(remind)).toContain('👀 @Ada');
});

test('after a pause in which two reminders were due, only the present one is posted', async () => {
  const { ada, clock, alerts } = await untaken({});
  await ada.press({ actionId: ACKNOWLEDGE });
  await reads(ada, words.watches.taken('1001'));
  clock.advance(8.5 * HOUR_MS);
  const [four, eight] = [4, 8].map((hours) =>
    words.alert.remind(words.time.duration(hours * HOUR_MS), '1001'),
  );
  await reads(ada, eight ?? '', 'oncall');
  expect(alerts().filter(({ text }) => text.includes(four ?? ''))).toEqual([]);
});

test('the owner of a muted account is not reminded until the mute has ended', async () => {
  const { ada, pass, alerts } = await untaken({});
  const reminders = (hours: number) => {
    const text = words.alert.remind(words.time.duration(hours * HOUR_MS), '1001');
    return alerts().filter((one) => one.text.includes(text)).length;
  };
  await ada.press({ actionId: ACKNOWLEDGE });
  await answer(ada, 'mute 1001 6h');
  await pass(5 * HOUR_MS);
  expect(reminders(4)).toBe(0);
  await pass(4 * HOUR_MS);
  await until(ada, () => reminders(8) === 1);
  expect(reminders(4)).toBe(0);
});

const WITH_GROUPS = { scopes: ['commands', 'users:read', 'chat:write', 'usergroups:read'] };
const GROUP = { [WATCH_FORM.groups]: ['S0BILLING01'] };

test('a guest cannot be chosen, and somebody who has left since is not mentioned, which the alert and the log say', async () => {
  const { ada, bora, logLines, pass, slack, clock } = await untaken({ [WATCH_FORM.mention]: ['bora'] });
  await ada.command('/backup-status watch 1003');
  const guest = { [WATCH_FORM.mention]: ['guest'] };
  await refuses(ada, guest, WATCH_FORM.mention, words.watches.problem.noMember);
  slack.become('bora', 'deleted');
  clock.advance(MINUTE_MS);
  await pass(2 * HOUR_MS);
  const again = await reads(ada, words.alert.again(1, 1), 'oncall');
  expect(JSON.stringify(again.blocks)).not.toContain(bora.id);
  expect(textOf(again)).toContain(`${words.alert.again(1, 1)} ${words.alert.nobodyLeft}`);
  expect(logLines).toContainEqual(
    expect.objectContaining({ msg: 'none of the people whom a watch mentions is a full member now' }),
  );
});

test.each([
  ['asks for a pause', { kind: 'rate-limited', retryAfterSeconds: 30 }],
  ['has taken the scope back', { kind: 'error', code: 'missing_scope' }],
  ['is away', { kind: 'status', status: 503 }],
] as const)(
  'people and user groups are mentioned themselves while Slack does not say who they are: it %s',
  async (_why, fault) => {
    const mentioned = { ...GROUP, [WATCH_FORM.mention]: ['bora'] };
    const { ada, bora, pass, slack, logLines } = await untaken(mentioned, WITH_GROUPS);
    slack.addFault(fault, { method: 'usergroups.users.list' });
    slack.addFault(fault, { method: 'users.info' });
    await pass(40 * MINUTE_MS);
    const again = await reads(ada, words.alert.again(1, 1), 'oncall');
    expect(textOf(again)).toMatch(/\{usergroup\}/);
    const blocks = JSON.stringify(again.blocks);
    for (const id of [bora.id, 'S0BILLING01']) expect(blocks).toContain(`"${id}"`);
    expect(JSON.stringify(logLines)).not.toContain('none of the people');
  },
);

test('full members of a user group are mentioned, with its optional scope, although it lists ten others first', async () => {
  const { ada, bora, pass, slack } = await untaken(GROUP, WITH_GROUPS);
  const strangers = Array.from({ length: 10 }, (_, at) => `U0STRANGER${at}`);
  slack.workspace.userGroups[1].userIds.unshift(...strangers);
  await pass(40 * MINUTE_MS);
  expect(JSON.stringify(await reads(ada, words.alert.again(1, 1), 'oncall'))).toContain(bora.id);
});

test.each([10, 60])('a user group of %d others is mentioned itself, beside the people', async (count) => {
  const mentioned = { ...GROUP, [WATCH_FORM.mention]: ['ada'] };
  const { ada, pass, slack } = await untaken(mentioned, { ...WITH_GROUPS, extraMembers: count });
  const members = Array.from({ length: count }, (_, at) => slack.person(`member-${at + 1}`).id);
  slack.workspace.userGroups[1].userIds.unshift(...members);
  await pass(40 * MINUTE_MS);
  const again = await reads(ada, words.alert.again(1, 1), 'oncall');
  expect(
    textOf(again)
      .match(/\{user(?:group)?\}/g)
      ?.toSorted(),
  ).toEqual(['{usergroup}', '{user}']);
});

describe('a person in Do Not Disturb', () => {
  const scopes = ['commands', 'users:read', 'chat:write', 'dnd:read'];
  const silent = (id: string) => words.alert.inDnd(`<@${id}>`);

  test('is named in the window of the watch and beside the mention while it lasts', async () => {
    const slackOptions = { scopes };
    const bot = await untaken({ [WATCH_FORM.mention]: ['bora'] }, slackOptions);
    const { ada, bora, pass, slack, clock } = bot;
    slack.rest('bora', clock.now(), clock.now() + 5 * HOUR_MS);
    await pass(40 * MINUTE_MS);
    expect(JSON.stringify((await reads(ada, words.alert.again(1, 1), 'oncall')).blocks)).toContain(
      silent(bora.id),
    );
    await ada.command('/backup-status watch 1003');
    await sees(ada, WATCH_FORM.accounts);
    await submits(ada, { [WATCH_FORM.mention]: ['bora'] }, silent(bora.id));
    clock.advance(6 * HOUR_MS);
    await pass(HOUR_MS);
    const latest = await reads(ada, words.alert.again(1, 1), 'oncall');
    expect(JSON.stringify(latest.blocks)).not.toContain(silent(bora.id));
  });

  test.each([
    ['without the scope', {}, false],
    ['if Slack refuses bots, and the bot token still counts as accepted', { scopes }, true],
  ])('is not named %s', async (_when, slackOptions, isAsked) => {
    const bot = await untaken({ [WATCH_FORM.mention]: ['bora'] }, slackOptions);
    const { ada, pass, slack, clock, callsOf, logLines } = bot;
    slack.rest('bora', clock.now(), clock.now() + 50 * HOUR_MS);
    slack.addFault({ kind: 'error', code: 'not_allowed_token_type' }, { method: 'dnd.teamInfo' });
    await pass(40 * MINUTE_MS);
    const again = await reads(ada, words.alert.again(1, 1), 'oncall');
    expect(callsOf('dnd.teamInfo').length > 0).toBe(isAsked);
    expect(JSON.stringify(again.blocks)).not.toContain(words.alert.inDnd(''));
    expect(JSON.stringify(logLines)).not.toContain('refuses the bot token');
  });
});
