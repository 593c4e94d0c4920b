import { describe, expect, onTestFinished, test } from 'vitest';
import type { ApiFault } from '../../sandbox/slack/faults.ts';
import type { Person } from '../../sandbox/slack/person.ts';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/formatters/action-ids.ts';
import { found } from '../formatters/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { homeText } from '../support/home-of.ts';
import { TRANSPORTS, type Transport } from '../support/slack-settings.ts';
import { type EdgeSetup, type StartedEdge, startEdge, startStore } from '../support/start-edge.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };
const DETAILS_AT_HOME = { actionId: HOME_ACTIONS.more, value: MORE.details };

/** What can go wrong with any call, and keeps going wrong. */
const FAULTS: Readonly<Record<string, ApiFault>> = {
  'a limit': { kind: 'rate-limited', retryAfterSeconds: 30 },
  'a limit of unknown length': { kind: 'rate-limited' },
  'a Slack that is down': { kind: 'status', status: 503 },
  'a refusal on the way': { kind: 'status', status: 403 },
  'a web page': { kind: 'html' },
  'a broken connection': { kind: 'reset' },
  'a trouble of Slack’s own': { kind: 'error', code: 'internal_error' },
  'blocks that Slack cannot draw': { kind: 'error', code: 'invalid_blocks' },
  'a channel that is not there': { kind: 'error', code: 'channel_not_found' },
  'a token taken back': { kind: 'error', code: 'token_revoked' },
};
const NAMES = Object.keys(FAULTS);

const modalText = (person: Person) => JSON.stringify(person.modal()?.blocks ?? []);
const all = (person: Person) => JSON.stringify(person.messages().map(({ blocks, text }) => [text, blocks]));
const until = (person: Person, look: () => boolean) =>
  person.waitFor(() => (look() ? true : undefined), { timeoutMs: 15_000 });

/** Look-ups answer at once until they are held. */
async function start(transport: Transport, more: Partial<EdgeSetup> = {}) {
  const held = holdLookup();
  const held1001 = { isHeld: false };
  const edge = await startEdge({
    transport,
    lookup: (id) => (held1001.isHeld ? held.lookup(id) : Promise.resolve(found({ id }))),
    ...more,
  });
  return {
    ...edge,
    hold: () => {
      held1001.isHeld = true;
    },
    answer: () => held.answer(found({ id: '1001' })),
  };
}

/** Nothing was lost but the one call: the next command is answered. */
async function expectAlive({ slack, ada, logLines }: StartedEdge): Promise<void> {
  slack.clearFaults();
  const { message } = await ada.command('/backup-status 1002');
  expect(message?.text).toContain('Backups are fine');
  expect(logLines.map(({ msg }) => msg)).not.toContain('a request from Slack could not be processed');
}

describe.each(TRANSPORTS)('Slack fails over %s', (transport) => {
  describe('views.open', () => {
    test.each(NAMES)('%s: details come as a private message', async (name) => {
      const edge = await start(transport);
      const { ada, bora, slack } = edge;
      await ada.command('/backup-status 1001');
      slack.addFault(FAULTS[name] as ApiFault, { method: 'views.open' });
      await ada.press(DETAILS);
      await until(ada, () => all(ada).includes('As the service sent it'));
      expect(bora.messages()).toEqual([]);
      await expectAlive(edge);
    });

    test.each(NAMES)('%s, in Home: Home says so, and what to type', async (name) => {
      const edge = await start(transport);
      const { ada, slack } = edge;
      await ada.openHome();
      await ada.waitFor(() => ada.home());
      await ada.type({ actionId: HOME_ACTIONS.lookup }, '1001');
      await until(ada, () => homeText(ada).includes('Backups are fine'));
      slack.addFault(FAULTS[name] as ApiFault, { method: 'views.open' });
      await ada.press(DETAILS_AT_HOME);
      await until(ada, () => homeText(ada).includes('Slack did not open the window'));
      expect(homeText(ada)).toContain('/backup-status 1001');
      await expectAlive(edge);
    });
  });

  describe('views.update', () => {
    test.each(NAMES)(
      '%s: details come as a private message, or the view says what is wrong',
      async (name) => {
        const edge = await start(transport);
        const { ada, slack, hold, answer } = edge;
        await ada.command('/backup-status 1001');
        hold();
        await ada.press(DETAILS);
        await ada.waitFor(() => ada.modal());
        slack.addFault(FAULTS[name] as ApiFault, { method: 'views.update' });
        answer();
        await until(ada, () => /As the service sent it|Something went wrong/.test(all(ada)));
      },
    );
  });

  describe('views.publish', () => {
    test.each(NAMES)('%s: a window says that Home is not updated', async (name) => {
      const edge = await start(transport);
      const { ada, slack } = edge;
      await ada.openHome();
      await ada.waitFor(() => ada.home());
      slack.addFault(FAULTS[name] as ApiFault, { method: 'views.publish' });
      await ada.type({ actionId: HOME_ACTIONS.lookup }, '1001');
      await until(ada, () => modalText(ada).includes('Slack did not take the update'));
      await ada.closeModal();
      await expectAlive(edge);
    });

    test('blocks that Slack cannot draw, once: a plain Home says what works', async () => {
      const edge = await start(transport);
      const { ada, slack, logLines } = edge;
      slack.addFault({ kind: 'error', code: 'invalid_arguments' }, { method: 'views.publish', next: 1 });
      await ada.openHome();
      await until(ada, () => homeText(ada).includes('/backup-status 1001'));
      const line = logLines.find(({ reference }) => reference !== undefined);
      expect(homeText(ada)).toContain(String(line?.reference));
      await expectAlive(edge);
    });

    test('a first Home that Slack does not take is published by and by', async () => {
      const edge = await start(transport);
      const { ada, slack } = edge;
      slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 1 }, { method: 'views.publish', next: 1 });
      await ada.openHome();
      await until(ada, () => ada.home() !== undefined);
      await expectAlive(edge);
    });

    test('hash_conflict, again and again: the newest wins in the end', async () => {
      const edge = await start(transport);
      const { ada, slack } = edge;
      slack.addFault({ kind: 'error', code: 'hash_conflict' }, { method: 'views.publish', next: 3 });
      await ada.openHome();
      await until(ada, () => ada.home() !== undefined);
    });
  });

  describe('response_url', () => {
    const PASSING = NAMES.filter((name) => !/token|refusal|limit$|channel/.test(name));
    test.each(PASSING)('%s, once: the answer comes all the same', async (name) => {
      const edge = await start(transport, { inlineWithinMs: 1 });
      const { ada, slack, hold, answer } = edge;
      hold();
      await ada.command('/backup-status 1001');
      const fault = name.startsWith('blocks')
        ? ({ kind: 'status', status: 400, body: 'invalid_blocks' } as const)
        : (FAULTS[name] as ApiFault);
      slack.addFault(fault, { method: 'response_url', next: 1 });
      answer();
      await until(ada, () => all(ada).includes('Backups are fine'));
    });

    test.each(['a Slack that is down', 'a token taken back'])(
      '%s, to the end: it is in the log, and the bot goes on',
      async (name) => {
        const edge = await start(transport, { inlineWithinMs: 1 });
        edge.hold();
        await edge.ada.command('/backup-status 1001');
        edge.slack.addFault(FAULTS[name] as ApiFault, { method: 'response_url' });
        edge.answer();
        await expect
          .poll(() => edge.logLines.map(({ msg }) => msg), { timeout: 15_000 })
          .toContain('Slack did not take a message');
        edge.slack.clearFaults();
        const help = await edge.ada.command('/backup-status help');
        expect(help.ack).toBe('ok');
      },
    );
  });

  test('an answer that takes long after a press on help: a note says that it follows', async () => {
    const { ada, hold, answer } = await start(transport, { inlineWithinMs: 50 });
    await ada.command('/backup-status 1001');
    await until(ada, () => all(ada).includes('Backups are fine'));
    await expect
      .poll(async () => (await ada.command('/backup-status')).message?.blocks.length)
      .toBeGreaterThan(0);
    hold();
    await ada.press({ actionId: 'account_open_0' });
    await until(ada, () => ada.messages().at(-1)?.text.includes('Still asking') ?? false);
    answer();
    await until(ada, () => ada.messages().at(-1)?.text.includes('Backups are fine') ?? false);
  });

  test('a defect on opening Home: Home says so, with the reference', async () => {
    const { ada, logLines } = await start(transport, {
      lastKnown: () => Promise.reject(new TypeError('a bug')),
    });
    await ada.openHome();
    await until(ada, () => homeText(ada).includes('Something went wrong'));
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    expect(homeText(ada)).toContain(String(line?.reference));
  });

  test('a Home that cannot be drawn: a plain one takes its place, and says what works', async () => {
    const store = await startStore();
    const pins = { ...store.pins, list: async () => undefined as never };
    const { ada, logLines } = await start(transport, { store: { ...store, pins } });
    await ada.openHome();
    await until(ada, () => homeText(ada).includes('Home cannot be shown right now'));
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    expect(homeText(ada)).toContain(String(line?.reference));
    expect(homeText(ada)).toContain('/backup-status 1001');
  });

  test('a defect about one account on opening Home: the others are shown, and a line says so', async () => {
    let isBroken = false;
    const { ada, logLines } = await start(transport, {
      lookup: (id) => (isBroken ? Promise.reject(new TypeError('a bug')) : Promise.resolve(found({ id }))),
    });
    await ada.command('/backup-status 1001');
    isBroken = true;
    await ada.openHome();
    await until(ada, () => homeText(ada).includes('Something went wrong'));
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    expect(homeText(ada)).toContain(String(line?.reference));
    expect(homeText(ada)).not.toContain('Home cannot be shown');
  });
});

test('a Slack that never answers: details come as a private message', async () => {
  const { ada, slack, hold, answer } = await start('socket');
  await ada.command('/backup-status 1001');
  slack.addFault({ kind: 'hang' }, { method: 'views.open' });
  await ada.press(DETAILS);
  await until(ada, () => all(ada).includes('As the service sent it'));
  slack.clearFaults();
  hold();
  await ada.press(DETAILS);
  await ada.waitFor(() => ada.modal());
  const before = ada.messages().length;
  slack.addFault({ kind: 'hang' }, { method: 'views.update' });
  answer();
  await until(ada, () => ada.messages().length > before);
}, 60_000);

test('a message that Slack may or may not have posted to a channel: the person is told so, and it is not posted twice', async () => {
  const { ada, bora, slack } = await start('socket');
  await ada.command('/backup-status 1001');
  slack.addFault({ kind: 'lost' }, { method: 'response_url', next: 1 });
  await ada.press({ actionId: ACTIONS.share });
  await until(ada, () => all(ada).includes('Slack did not confirm the answer'));
  expect(bora.messages()).toHaveLength(1);
});

test('an acknowledgement that Slack no longer waits for: the answer comes through response_url', async () => {
  const { ada, hold, answer } = await start('http', {
    inlineWithinMs: 300,
    slackOptions: { ackTimeoutMs: 100 },
  });
  hold();
  const { error } = await ada.command('/backup-status 1001');
  expect(error).toContain('operation_timeout');
  await until(ada, () => all(ada).includes('Still asking'));
  answer();
  await until(ada, () => all(ada).includes('Backups are fine'));
});

describe('at the start', () => {
  const REFUSALS = ['a channel that is not there', 'a token taken back', 'a refusal on the way'];
  test.each(NAMES)('auth.test, %s: it says what is wrong', async (name) => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    slack.addFault(FAULTS[name] as ApiFault, { method: 'auth.test' });
    const expected = REFUSALS.includes(name)
      ? 'refused the bot token'
      : 'could not be asked about the bot token';
    await expect(startEdge({ lookup: async () => found(), slack })).rejects.toThrow(expected);
    expect(slack.connectedSockets()).toBe(0);
  });

  test.each(NAMES)('apps.connections.open, %s: it says what is wrong', async (name) => {
    const slack = await startLocalSlack();
    onTestFinished(() => slack.close());
    slack.addFault(FAULTS[name] as ApiFault, { method: 'apps.connections.open' });
    await expect(startEdge({ lookup: async () => found(), slack })).rejects.toThrow('Socket Mode');
    expect(slack.connectedSockets()).toBe(0);
  });
});

test.each(NAMES)(
  'apps.connections.open, %s, when a connection is to be replaced: it tries until it is',
  async (name) => {
    const edge = await start('socket', { slackOptions: { disconnectNoticeMs: 0 } });
    edge.slack.addFault(FAULTS[name] as ApiFault, { method: 'apps.connections.open' });
    edge.slack.refreshSockets();
    await expect
      .poll(() => edge.logLines.map(({ msg }) => msg), { timeout: 10_000 })
      .toContain('no connection to Slack; trying again');
    if (name === 'a limit') return;
    edge.slack.clearFaults();
    await expect.poll(() => edge.slack.connectedSockets(), { timeout: 15_000 }).toBe(2);
    await expectAlive(edge);
  },
);
