import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LocalSlack } from '../../../sandbox/slack/start-local-slack.ts';
import { runPrompt } from '../../../sandbox/terminal/prompt.ts';
import { callApi, startSlack } from '../../support/start-slack.ts';
import { actions, button, input, modal, tickingClock } from '../slack/support/speak-to-slack.ts';
import { startPlainApp } from '../slack/support/start-plain-app.ts';

/** A prompt of this Slack, as Ada. */
function startPrompt(slack: LocalSlack, passTime: (ms: number) => Promise<void> = async () => {}) {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  let [printed, readTo] = ['', 0];
  output.on('data', (text: string) => {
    printed += text;
  });
  const ended = runPrompt({ ...{ slack, input, output, passTime }, accounts: '', pageUrl: '' });
  onTestFinished(async () => {
    input.end();
    await ended;
  });
  return {
    type: (line: string) => input.write(`${line}\n`),
    /** Resolves once this was printed. Earlier output is not searched again. */
    async reads(text: string) {
      await expect.poll(() => printed.slice(readTo)).toContain(text);
      readTo = printed.indexOf(text, readTo) + text.length;
    },
    /** The whole output. */
    whole: () => printed,
  };
}

const posting = () => startSlack({ scopes: ['chat:write'], now: tickingClock() });

test('prints what the app posts and changes as it arrives, in any channel', async () => {
  const slack = await posting();
  const prompt = startPrompt(slack);
  await prompt.reads('ada in oncall> ');
  const post = (args: object) =>
    callApi(slack, 'chat.postMessage', { channel: slack.channels.oncall.id, ...args });
  const { ts, channel } = await post({ text: 'alert 1' });
  await prompt.reads('New in #oncall\nVisible to the channel\nalert 1');
  await prompt.reads('ada in oncall> ');
  await post({ text: 'reminder', thread_ts: ts });
  await prompt.reads('New reply in #oncall\nVisible to the channel\nreminder');
  await callApi(slack, 'chat.update', { channel, ts, text: 'alert 1, over' });
  await prompt.reads('Changed in #oncall\nVisible to the channel\nalert 1, over');
  await post({ text: 'psst', channel: slack.person('ada').id });
  await prompt.reads('New in direct\n');
  await post({ text: 'not for ada', channel: slack.person('bora').id });
  slack.person('bora').say('a word of a colleague');
  await callApi(slack, 'chat.update', { channel, ts, text: 'alert 1, again' });
  await prompt.reads('alert 1, again');
  expect(prompt.whole()).not.toMatch(/not for ada|colleague/);
});

const own = (text: string) => ({ type: 'plain_text', text });

/** A prompt, and an app whose command opens this window; a press in it opens the window `after`. */
async function withWindow(view: object, after: object = view) {
  const slack = await posting();
  const app = await startPlainApp(slack, async ({ payload }) => {
    if (payload.command) await callApi(slack, 'views.open', { trigger_id: payload.trigger_id, view });
    if (payload.actions) await callApi(slack, 'views.update', { view_id: payload.view.id, view: after });
    return undefined;
  });
  return { slack, prompt: startPrompt(slack), payloads: () => app.requests.map(({ payload }) => payload) };
}

test('shows the content of a window, presses its buttons with either apostrophe, and submits a person by name', async () => {
  const element = { type: 'users_select', action_id: 'who' };
  const blocks = [input('to', 'who', { element }), actions({ ...button('take'), text: own('I’m on it') })];
  const { slack, prompt, payloads } = await withWindow(modal({ submit: own('Hand over'), blocks }));
  prompt.type('1004');
  await prompt.reads('Details');
  await prompt.reads('‹Choose ▾›');
  prompt.type("i'm on it");
  await prompt.reads('Details');
  prompt.type('submit eve');
  await prompt.reads('nobody here is called eve');
  prompt.type('submit bora');
  await expect
    .poll(() => payloads().at(-1)?.view?.state.values.to.who)
    .toEqual({ type: 'users_select', selected_user: slack.person('bora').id });
});

test('shows the question of a button with confirm, and presses it only with the next line', async () => {
  const confirm = {
    title: own('Stop watching 1004?'),
    text: own('No more alerts.'),
    confirm: own('Stop'),
    deny: own('Cancel'),
  };
  const view = modal({ blocks: [actions({ ...button('stop'), text: own('Stop'), confirm })] });
  const { prompt, payloads } = await withWindow(view, { ...view, title: own('Stopped') });
  const presses = () => payloads().filter(({ actions }) => actions).length;
  prompt.type('/backup-status watches');
  await prompt.reads('[ Stop ]');
  for (const instead of ['cancel', 'in oncall']) {
    prompt.type('stop');
    for (const shown of ['Stop watching 1004?', 'No more alerts.', '[ Cancel ]']) await prompt.reads(shown);
    prompt.type(instead);
    await prompt.reads('ada in oncall> ');
  }
  expect(presses()).toBe(0);
  prompt.type('stop');
  await prompt.reads('Stop watching 1004?');
  prompt.type('stop');
  await prompt.reads('Stopped');
  expect(presses()).toBe(1);
});

test('+1 day moves the clock, and /invite adds the app to a channel', async () => {
  const slack = await posting();
  const advance = vi.fn(async () => {});
  const prompt = startPrompt(slack, advance);
  prompt.type('+1 day');
  prompt.type('+ 2 hours');
  prompt.type('in general');
  prompt.type('/invite @Backup Status');
  await prompt.reads('/invite takes the name of the app, @backup-status');
  prompt.type('/invite @backup-status');
  await prompt.reads('has joined the channel');
  expect(advance.mock.calls).toEqual([[86_400_000], [7_200_000]]);
  expect(slack.channels.general.isBotMember).toBe(true);
});
