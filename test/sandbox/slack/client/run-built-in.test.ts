import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi } from '../support/speak-to-slack.ts';

const inGeneral = { channel: 'general' };

test('the app can post from when it is invited until it is removed', async () => {
  const slack = await startSlack({ scopes: ['chat:write'], commands: ['/backup-status'] });
  const ada = slack.person('ada');
  const post = () =>
    callApi(slack, 'chat.postMessage', { channel: slack.channels.general.id, text: 'hello' });
  expect(await ada.command('/invite @backup-status', inGeneral)).toMatchObject({
    ack: 'ok',
    message: { authorId: slack.botUserId, text: `<@${slack.botUserId}> has joined the channel` },
  });
  expect(await post()).toMatchObject({ ok: true });
  await ada.command('/remove @Backup Status', inGeneral);
  expect(await post()).toMatchObject({ error: 'not_in_channel' });
  expect(slack.traffic.filter(({ kind }) => kind === 'delivery')).toEqual([]);
});

test('nobody writes in a channel that was archived', async () => {
  const slack = await startSlack({ scopes: ['chat:write'] });
  await slack.person('ada').command('/archive', inGeneral);
  expect(() => slack.person('bora').say('hello', inGeneral)).toThrow('#general is archived');
  await expect(slack.person('bora').command('/backup-status 1', inGeneral)).rejects.toThrow('archived');
  expect(slack.person('bora').messages('general')).toMatchObject([{ text: 'archived the channel' }]);
});

test.each([
  ['/invite @somebody', 'general', '/invite takes the name of the app'],
  ['/invite', 'general', '/invite takes the name of the app'],
  ['/archive', 'direct', '/archive does not work in direct messages'],
  ['/invite @backup-status', 'nowhere', 'ada is not in nowhere'],
])('%s in %s is refused', async (line, channel, problem) => {
  const slack = await startSlack();
  await expect(slack.person('ada').command(line, { channel })).rejects.toThrow(problem);
});
