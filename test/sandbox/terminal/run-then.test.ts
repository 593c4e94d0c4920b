import { expect, test } from 'vitest';
import { runThen } from '../../../sandbox/terminal/run-then.ts';
import { startSlack } from '../../support/start-slack.ts';
import { callApi, createClock } from '../slack/support/speak-to-slack.ts';

test('after each line comes what the app posts until it is quiet, also after it gathered for a minute', async () => {
  const { now, advance } = createClock();
  const slack = await startSlack({ scopes: ['chat:write'], now });
  const channel = slack.channels.oncall.id;
  await callApi(slack, 'chat.postMessage', { channel, text: 'before' });
  const moves: number[] = [];
  const clock = {
    now,
    aheadMs: () => 0,
    advance(ms: number) {
      moves.push(ms);
      advance(ms);
      if (moves.length === 2) void callApi(slack, 'chat.postMessage', { channel, text: 'late' });
    },
  };
  const shown: string[] = [];
  const start = { person: 'ada', channel: 'oncall', draw: { now, color: false } };
  for await (const text of runThen(
    { slack, clock, onServed: () => () => {} },
    { ...start, lines: ['+1 day', 'as bora'], quietMs: 700 },
  )) {
    shown.push(text);
  }
  expect(shown).toEqual([
    '> +1 day\n\nNew in #oncall\nVisible to the channel\nlate',
    '> as bora\n\nNothing new.',
  ]);
  expect(moves).toEqual([86_400_000, 61_000, 61_000]);
});
