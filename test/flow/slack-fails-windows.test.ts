import { expect, test } from 'vitest';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { expectAlive, FAULT_NAMES, faultOf, readBy, startHeld } from '../support/failing-slack.ts';
import { limit } from '../support/limit.ts';
import { homeText, presses, until, warningsIn } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { atOnce } from '../support/slack-settings.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };

// Calls of the Web API do not depend on the transport.
test('any fault of views.open: a private message says that the window did not open', async () => {
  const edge = await startHeld('socket');
  const { ada, bora, slack } = edge;
  for (const name of FAULT_NAMES) {
    await ada.command('/backup-status 1001');
    const before = ada.messages().length;
    slack.addFault(faultOf(name), { method: 'views.open' });
    await ada.press(DETAILS);
    await until(ada, () => JSON.stringify(ada.messages().slice(before)).includes(words.command.notOpened));
    expect(bora.messages()).toEqual([]);
    await expectAlive(edge);
  }
});

// The second is the example on the page of views.open, the third node-slack-sdk#1131.
test.each([
  ['expired_trigger_id'],
  ['invalid_arguments', '[ERROR] invalid `trigger_id`'],
  ['invalid_arguments', '`trigger_id` expired [json-pointer:/trigger_id]'],
])('an expired trigger as %s %s: the window did not open, and it is no defect', async (...is) => {
  const [code, ...messages] = is;
  const { ada, slack, logLines } = await startHeld('socket');
  await ada.command('/backup-status 1001');
  slack.addFault({ kind: 'error', code, messages }, { method: 'views.open' });
  await ada.press(DETAILS);
  await until(ada, () => readBy(ada).includes(words.command.notOpened));
  // Slack's client logs the sentence, too.
  expect(warningsIn(logLines).filter(({ from }) => from !== 'bolt')).toEqual([]);
  expect(logLines).toContainEqual(expect.objectContaining({ error: 'expired_trigger_id', level: 20 }));
});

test('any fault of views.open, in Home: Home says that the window did not open', async () => {
  const edge = await startHeld('socket');
  const { ada, slack } = edge;
  const { notOpened } = words.command;
  for (const name of FAULT_NAMES) {
    await ada.openHome();
    await until(ada, () => ada.home() !== undefined && !homeText(ada).includes(notOpened));
    slack.addFault(faultOf(name), { method: 'views.open' });
    await ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1001');
    await until(ada, () => homeText(ada).includes(notOpened));
    await expectAlive(edge);
  }
});

const UNDRAWABLE = 'blocks that Slack cannot draw';

test(
  'any fault of views.update: a private message says that the window did not open, or apologizes for what Slack cannot draw',
  atOnce(FAULT_NAMES, async (name) => {
    limit({ loading: 1 });
    const edge = await startHeld('socket');
    const { ada, slack, hold, answer } = edge;
    await ada.command('/backup-status 1001');
    hold();
    await presses(ada, DETAILS);
    slack.addFault(faultOf(name), { method: 'views.update' });
    answer();
    const texts = [words.command.notOpened, words.command.defect];
    const [said = '', unsaid] = name === UNDRAWABLE ? texts.toReversed() : texts;
    await until(ada, () => readBy(ada).includes(said));
    expect(readBy(ada)).not.toContain(unsaid);
    await expectAlive(edge);
  }),
);

test('a Slack that never answers: a private message says that the window did not open', async () => {
  limit({ loading: 1, call: 500 });
  const { ada, slack, hold, answer } = await startHeld('socket');
  await ada.command('/backup-status 1001');
  slack.addFault({ kind: 'hang' }, { method: 'views.open' });
  await ada.press(DETAILS);
  await until(ada, () => readBy(ada).includes(words.command.notOpened));
  slack.clearFaults();
  hold();
  await presses(ada, DETAILS);
  const before = ada.messages().length;
  slack.addFault({ kind: 'hang' }, { method: 'views.update' });
  answer();
  await until(ada, () => ada.messages().length > before);
});
