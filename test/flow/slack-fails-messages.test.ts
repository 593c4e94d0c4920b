import { expect, test } from 'vitest';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import { FAULT_NAMES, faultOf, readBy, startHeld } from '../support/failing-slack.ts';
import { shareIn, until } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';

// Calls of the Web API do not depend on the transport.
const transport = 'http';
const PASSING = FAULT_NAMES.filter((name) => !/token|refusal|limit$|channel/.test(name));
test.each(PASSING)('the answer is sent after one failure of the response_url: %s', async (name) => {
  const edge = await startHeld(transport, { inlineWithinMs: 1 });
  const { ada, slack, hold, answer } = edge;
  hold();
  await ada.command('/backup-status 1001');
  const fault = name.startsWith('blocks')
    ? ({ kind: 'status', status: 400, body: 'invalid_blocks' } as const)
    : faultOf(name);
  slack.addFault(fault, { method: 'response_url', next: 1 });
  answer();
  await until(ada, () => readBy(ada).includes(FINE));
});

test.each(['a Slack that is down', 'a token taken back'])(
  '%s, at the response_url: the bot logs the failure and goes on',
  async (name) => {
    const edge = await startHeld(transport, { inlineWithinMs: 1 });
    edge.hold();
    await edge.ada.command('/backup-status 1001');
    edge.slack.addFault(faultOf(name), { method: 'response_url' });
    edge.answer();
    await expect.poll(() => edge.logLines.map(({ msg }) => msg)).toContain('a call to Slack failed');
    edge.slack.clearFaults();
    const help = await edge.ada.command('/backup-status help');
    expect(help.ack).toBe('ok');
  },
);

test('a slow answer to a press on help is preceded by a note', async () => {
  const { ada, hold, answer } = await startHeld(transport, { inlineWithinMs: 50 });
  await ada.command('/backup-status 1001');
  await until(ada, () => readBy(ada).includes(FINE));
  await expect
    .poll(async () => JSON.stringify((await ada.command('/backup-status')).message?.blocks))
    .toContain('account_open_0');
  hold();
  await ada.press({ actionId: 'account_open_0' });
  await until(ada, () => ada.messages().at(-1)?.text.includes(words.command.pending('1001')) ?? false);
  answer();
  await until(ada, () => ada.messages().at(-1)?.text.includes(FINE) ?? false);
});

test('a message to a channel is not posted twice when Slack’s answer is lost, and the person reads that it failed', async () => {
  const { ada, bora, slack } = await startHeld('socket');
  await ada.command('/backup-status 1001');
  await ada.press({ actionId: ACTIONS.share });
  slack.addFault({ kind: 'lost' }, { method: 'response_url', next: 1 });
  await shareIn(ada);
  await until(ada, () => JSON.stringify(ada.modal()).includes(words.command.defect));
  expect(bora.messages()).toHaveLength(1);
});

test('an ack that Slack no longer waits for is followed by the answer through response_url', async () => {
  const { ada, hold, answer } = await startHeld('http', {
    inlineWithinMs: 300,
    slackOptions: { ackTimeoutMs: 100 },
  });
  hold();
  const { error } = await ada.command('/backup-status 1001');
  expect(error).toContain('operation_timeout');
  await until(ada, () => readBy(ada).includes(words.command.pending('1001')));
  answer();
  await until(ada, () => readBy(ada).includes(FINE));
});
