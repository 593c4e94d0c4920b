import { expect, test } from 'vitest';
import { share } from '../support/people.ts';
import { DOWN, type StartedBot, startBot } from '../support/start-bot.ts';

/** Typed text that is no known id may be a name, so it is not logged. */
const UNKNOWN = '(not a known id)';

const idsOf = ({ logLines }: StartedBot, account: string) =>
  logLines.flatMap((line) =>
    line.accountId === account || JSON.stringify(line.accounts ?? []).includes(`"${account}"`)
      ? [{ msg: line.msg, requestId: line.requestId }]
      : [],
  );

test('the log lines of one request share one id, from the command down to the call of the service', async () => {
  const bot = await startBot();
  await Promise.all([bot.ada.command('/backup-status 1001'), bot.bora.command('/backup-status 1004')]);
  const [of1001, of1004] = [idsOf(bot, '1001'), idsOf(bot, '1004')];
  expect(of1001.map(({ msg }) => msg)).toEqual(['looked up an account', 'answered']);
  const [one, two] = [of1001, of1004].map((lines) => new Set(lines.map(({ requestId }) => requestId)));
  expect([one?.size, two?.size]).toEqual([1, 1]);
  expect(one).not.toEqual(two);
  const calls = bot.logLines.filter(
    ({ msg, operation }) => msg === 'the service answered' && operation === 'general-info',
  );
  expect(new Set(calls.map(({ requestId }) => requestId))).toEqual(new Set([...(one ?? []), ...(two ?? [])]));
  // Nobody asked for the sign-in ahead of expiry.
  const signIn = () => bot.logLines.find(({ msg }) => msg === 'got a new access token');
  await expect.poll(signIn).toBeDefined();
  expect(signIn()).not.toHaveProperty('requestId');
});

test('the log lines of one request say when others can read the answer, which ids do not exist, and who was refused', async () => {
  const bot = await startBot();
  const { ada, bora, slack } = bot;
  const audits = () => bot.logLines.filter(({ audit }) => audit === true);
  await share(ada, '1001');
  await ada.command('/backup-status nobody7 share');
  const { ts } = bora.say('1004 and 99999');
  await ada.shortcut('backup_status', { messageTs: ts });
  await expect.poll(audits).toHaveLength(4);
  await slack.person('guest').command('/backup-status 1001');
  expect(audits()).toMatchObject([
    {
      ...{ by: 'command', userId: ada.id, teamId: slack.teamId, channelId: slack.channels.oncall.id },
      ...{ requestId: expect.any(String), durationMs: expect.any(Number), delivery: 'inline' },
      ...{ audience: 'private', accounts: [{ id: '1001', outcome: 'found' }] },
    },
    { by: 'share', audience: 'channel', accounts: [{ id: '1001', outcome: 'found' }] },
    { by: 'command', audience: 'private', accounts: [{ id: UNKNOWN, outcome: 'not-found' }] },
    { by: 'shortcut', accounts: [{ id: '1004' }, { id: UNKNOWN, outcome: 'not-found' }] },
    { msg: 'refused', by: 'command', reason: 'guest', channelId: slack.channels.oncall.id },
  ]);
  expect(audits()[4]).not.toHaveProperty('accounts');
  expect(JSON.stringify(bot.logLines)).not.toMatch(/eyJ|hooks|\/commands\/|musteri\.example/);
});

test('the log lines of one request contain only listed fields', async () => {
  const { ada, service, logLines } = await startBot({ lookup: { freshForMs: 0 } });
  await ada.command('/backup-status 1001 1015 x share');
  await ada.openHome();
  service.addFault(DOWN);
  await ada.command('/backup-status 1001');
  await expect.poll(() => logLines.filter(({ audit }) => audit).length).toBeGreaterThanOrEqual(3);
  expect(logLines.filter(({ msg }) => msg.startsWith('a field that is not in the list'))).toEqual([]);
});
