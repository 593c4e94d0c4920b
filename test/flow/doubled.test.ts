import { describe, expect, test } from 'vitest';
import { TAKE_OVER } from '../../src/slack/kit/action-ids.ts';
import { bothDatabases, postgresOfRun } from '../store/use-databases.ts';
import { words } from '../support/reader.ts';
import { startWatching } from '../support/start-watching.ts';

const postgres = postgresOfRun();
const OPEN = 'account_open_0';

/** An alert about 1001 whose answer Slack has lost, in a world in which it was not posted again yet. */
async function startLost(setup: Parameters<typeof startWatching>[0] = {}) {
  const world = await startWatching(setup);
  const { ada, alerts, slack, becomeStale, callsOf } = world;
  slack.addFault({ kind: 'lost' }, { method: 'chat.postMessage', next: 1 });
  await becomeStale();
  const first = await ada.waitFor(() => alerts()[0]);
  const inChannel = () => alerts().filter(({ isEphemeral, threadTs }) => !isEphemeral && !threadTs);
  return {
    ...world,
    first,
    inChannel,
    /** What only Ada reads. */
    readsAlone: (text: string) =>
      ada.waitFor(() => alerts().find((said) => said.isEphemeral && said.text.includes(text))),
    deletedTs: () => callsOf('chat.delete').map(({ args }) => args.ts),
  };
}

/** The same once it was posted again: the app knows the second one alone. */
async function startDoubled(setup: Parameters<typeof startWatching>[0] = {}) {
  const world = await startLost(setup);
  const { first, inChannel, timePasses } = world;
  await timePasses(() => inChannel().length === 2);
  const [, second] = inChannel();
  if (second === undefined) throw new Error('it was not posted again');
  expect(second.ts > first.ts).toBe(true);
  return { ...world, second };
}

describe.each(bothDatabases(postgres))('an alert that was posted twice, on $kind', ({ freshUrl }) => {
  test('is one again with a press on the older, which from then on says how things are', async () => {
    const bot = await startDoubled({ databaseUrl: await freshUrl() });
    const { ada, first, second, inChannel, alerts, recover, timePasses, watched, deletedTs } = bot;
    await ada.press({ actionId: TAKE_OVER, messageTs: first.ts });
    await bot.readsAlone(words.watches.taken(['1001'], 0));
    await ada.waitFor(() => (inChannel().length === 1 ? true : undefined));
    expect(deletedTs()).toEqual([second.ts]);
    expect((await watched())?.accounts[0]?.ownerId).toBe(ada.id);
    const onIt = words.alert.onIt(`<@${ada.id}>`, undefined);
    await timePasses(() => JSON.stringify(inChannel()).includes(onIt));
    expect(inChannel().map(({ ts }) => ts)).toEqual([first.ts]);
    await recover();
    await timePasses(() => alerts().some(({ threadTs }) => threadTs === first.ts));
    expect(inChannel().map(({ ts, text }) => [ts, text])).toEqual([
      [first.ts, expect.stringMatching(/^✅ .*1001/)],
    ]);
    expect(bot.logLines).toContainEqual(
      expect.objectContaining({ msg: 'an alert was posted twice: the younger one is deleted' }),
    );
  });
});

describe('an alert that was posted twice', () => {
  test('to a person is one again with any press of theirs', async () => {
    const { ada, first, inChannel, readsAlone, deletedTs, second } = await startDoubled({ toldTo: 'ada' });
    await ada.press({ actionId: OPEN, messageTs: first.ts });
    await readsAlone('1001');
    await ada.waitFor(() => (inChannel().length === 1 ? true : undefined));
    expect([inChannel()[0]?.ts, deletedTs()]).toEqual([first.ts, [second.ts]]);
  });

  test('is so however often Slack does not delete the younger, which still takes presses', async () => {
    const bot = await startDoubled();
    const { ada, slack, first, second, inChannel, readsAlone, watched, timePasses, deletedTs } = bot;
    slack.addFault({ kind: 'status', status: 500 }, { method: 'chat.delete' });
    await ada.press({ actionId: OPEN, messageTs: first.ts });
    await readsAlone('1001');
    await expect
      .poll(() => bot.logLines)
      .toContainEqual(expect.objectContaining({ method: 'chat.delete', msg: 'Slack did not take a call' }));
    expect(inChannel().map(({ ts }) => ts)).toEqual([first.ts, second.ts]);
    slack.clearFaults();
    await ada.press({ actionId: TAKE_OVER, messageTs: second.ts });
    await readsAlone(words.watches.taken(['1001'], 0));
    await ada.waitFor(() => (inChannel().length === 1 ? true : undefined));
    expect(new Set(deletedTs())).toEqual(new Set([second.ts]));
    expect((await watched())?.accounts[0]?.ownerId).toBe(ada.id);
    await timePasses(() => JSON.stringify(inChannel()).includes(`<@${ada.id}>`));
    expect(inChannel().map(({ ts }) => ts)).toEqual([first.ts]);
  });

  test('stays so at the press of a guest', async () => {
    const { slack, first, inChannel, logLines, deletedTs } = await startDoubled();
    const before = inChannel();
    await slack.person('guest').press({ actionId: TAKE_OVER, messageTs: first.ts });
    await expect.poll(() => logLines).toContainEqual(expect.objectContaining({ msg: 'refused' }));
    expect([inChannel(), deletedTs()]).toEqual([before, []]);
  });

  test('stays so at a press on a message of another channel that names its key', async () => {
    const { ada, slack, first, second, inChannel, watched, deletedTs, logLines } = await startDoubled();
    const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: slack.channels.alerts.id, text: first.text, blocks: first.blocks }),
    });
    const { ts } = (await response.json()) as { ts: string };
    await ada.press({ actionId: TAKE_OVER, messageTs: ts });
    const read = () => ada.messages('alerts').find(({ text }) => text === words.watches.alertOver);
    await ada.waitFor(read);
    const refused = expect.objectContaining({ by: 'take-over', result: 'unknown-message' });
    await expect.poll(() => logLines).toContainEqual(refused);
    expect(inChannel()).toEqual([first, second]);
    expect(deletedTs()).toEqual([]);
    expect((await watched())?.accounts[0]).toMatchObject({ ownerId: undefined });
  });
});

describe('an alert whose answer was lost', () => {
  test('is not posted again after a press on it', async () => {
    const { ada, first, inChannel, readsAlone, timePasses, callsOf } = await startLost();
    await ada.press({ actionId: TAKE_OVER, messageTs: first.ts });
    await readsAlone(words.watches.taken(['1001'], 0));
    await timePasses(() => JSON.stringify(inChannel()).includes(`<@${ada.id}>`));
    expect(inChannel().map(({ ts }) => ts)).toEqual([first.ts]);
    expect(callsOf('chat.postMessage')).toHaveLength(1);
  });
});
