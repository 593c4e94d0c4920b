import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { Delivery } from '../../sandbox/slack/server/delivery.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { limit } from '../support/limit.ts';
import { answer, callsOf, ownerOf, sees, warningsIn } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startEdge } from '../support/start-edge.ts';

const opened = (slack: LocalSlack) => callsOf(slack, 'apps.connections.open').length;

/** How long Slack waits: for an ack that never comes, and for one that comes on any machine. */
const [SOON_MS, FAR_MS] = [100, 60_000];

const PEOPLE = 10;
const COMMANDS_EACH = 15;
const WINDOWS_EACH = 3;

/** Repeats what Slack could not deliver for lack of a connection, as people do. */
async function handedOver(slack: LocalSlack, act: () => Promise<Delivery>): Promise<Delivery> {
  for (;;) {
    await slack.waitFor(() => (slack.connectedSockets() > 0 ? true : undefined));
    const delivery = await act();
    if (delivery.ack !== 'dispatch_failed') return delivery;
  }
}

/** Looks accounts up, and after every fifth answer shares it in #alerts. Adds what Slack says to `deliveries`. */
async function live(slack: LocalSlack, person: Person, place: number, deliveries: Delivery[]): Promise<void> {
  const act = async (what: () => Promise<Delivery>) => deliveries.push(await handedOver(slack, what));
  for (let count = 0; count < COMMANDS_EACH; count += 1) {
    const id = `${place}-${count}`;
    await act(() => person.command(`/backup-status ${id}`, { channel: 'direct' }));
    if (count % (COMMANDS_EACH / WINDOWS_EACH) !== 0) continue;
    await act(() => person.press({ actionId: ACTIONS.share }));
    await sees(person);
    await act(() => person.submit({ [SHARE_VIEW.channel]: 'alerts' }));
    const shared = words.share.shared(`<#${slack.channels.alerts.id}>`);
    await sees(person, shared);
    await person.closeModal();
  }
}

test('answers 150 commands and 30 windows once each while Slack renews one or both sockets', async () => {
  limit({ backOff: 1 });
  const { slack, logLines } = await startEdge({
    lookup: async (id) => found({ id }),
    slackOptions: { extraMembers: PEOPLE },
  });
  const deliveries: Delivery[] = [];
  let renewals = 0;
  const renewing = (async () => {
    // Each socket that leaves stays for ten seconds, and Slack allows ten.
    for (const index of [0, 1, undefined, 0, 1, undefined]) {
      slack.refreshSockets(index === undefined ? { reason: 'warning' } : { index });
      await slack.waitForSockets(2);
      renewals += 1;
      await slack.waitFor(() => deliveries.length >= renewals * 30 || undefined);
    }
  })();
  const people = Array.from({ length: PEOPLE }, (_, index) => slack.person(`member-${index + 1}`));
  await Promise.all(people.map((person, place) => live(slack, person, place, deliveries)));
  await renewing;
  expect(deliveries.filter(({ ack }) => ack !== 'ok')).toEqual([]);
  const ofApp = (person: Person, channel: string) =>
    person
      .messages(channel)
      .filter(({ authorId, text }) => authorId === slack.botUserId && text.includes(FINE));
  const read = people.map((person) => ofApp(person, 'direct').length);
  expect(read).toEqual(people.map(() => COMMANDS_EACH));
  expect(ofApp(slack.person('bora'), 'alerts')).toHaveLength(PEOPLE * WINDOWS_EACH);
  expect(warningsIn(logLines)).toEqual([]);
});

describe('when both sockets break off', () => {
  const BREAKING = { disconnectNoticeMs: 0 };
  /** Resolves when the old sockets are closed and two new ones are open. */
  async function breakOff(slack: LocalSlack) {
    slack.refreshSockets();
    await slack.waitForSockets(0);
    await slack.waitForSockets(2);
  }

  test('a look-up under way is answered once, through its response_url', async () => {
    const held = holdLookup();
    const { ada, slack, logLines } = await startEdge({ lookup: held.lookup, slackOptions: BREAKING });
    slack.waitForAcks(SOON_MS);
    const delivered = ada.command('/backup-status 1001');
    await expect.poll(() => held.asked).toHaveLength(1);
    await breakOff(slack);
    expect(await delivered).toMatchObject({ ack: 'operation_timeout' });
    held.answer(found());
    await ada.waitFor(() => ada.messages()[0]);
    expect(ada.messages().map(({ text }) => text)).toEqual([expect.stringContaining(FINE)]);
    expect(logLines.map(({ msg }) => msg)).toContain('an acknowledgement could not be sent');
  });

  test.each([
    { when: 'after its ack could not be sent', isBroken: true },
    { when: 'while it is under way', isBroken: false },
  ])('a name is saved once, and the window closes when it is sent again $when', async ({ isBroken }) => {
    const renaming = Promise.withResolvers<void>();
    let renames = 0;
    const { ada, slack, store } = await startEdge({
      lookup: async () => found(),
      changeStore: ({ pins }) => ({
        pins: {
          ...pins,
          async rename(...args) {
            renames += 1;
            await renaming.promise;
            return pins.rename(...args);
          },
        },
      }),
      slackOptions: BREAKING,
    });
    await store.pins.add(ownerOf(ada), { accountId: '1001' });
    await ada.command('/backup-status 1001');
    await ada.press({ actionId: ACTIONS.more, value: MORE.name });
    await sees(ada);
    const submit = () => ada.submit({ [PIN_NAME.name]: 'Acme' });
    if (isBroken) slack.waitForAcks(SOON_MS);
    const first = submit();
    await expect.poll(() => renames).toBe(1);
    if (isBroken) {
      await breakOff(slack);
      expect(await first).toMatchObject({ ack: 'operation_timeout' });
      slack.waitForAcks(FAR_MS);
    }
    const again = submit();
    // Waits in the queue of both sockets.
    for (let count = 0; count < 4; count += 1) await ada.command('/backup-status help');
    renaming.resolve();
    expect(await again).toMatchObject({ ack: 'ok' });
    if (!isBroken) expect(await first).toMatchObject({ ack: 'ok' });
    expect(ada.modal()).toBeUndefined();
    expect(renames).toBe(1);
  });
});

test('a window whose ack was too late continues when it is sent again, and shares once', async () => {
  const { ada, bora, slack } = await startEdge({ lookup: async () => found() });
  await ada.command('/backup-status 1001', { channel: 'direct' });
  await ada.press({ actionId: ACTIONS.share });
  await sees(ada);
  const submit = () => ada.submit({ [SHARE_VIEW.channel]: 'alerts' });
  limit({ ack: 0 });
  slack.waitForAcks(SOON_MS);
  expect(await submit()).toMatchObject({ ack: 'operation_timeout' });
  limit({ ack: FAR_MS });
  slack.waitForAcks(FAR_MS);
  expect(await submit()).toMatchObject({ ack: 'ok' });
  const shared = words.share.shared(`<#${slack.channels.alerts.id}>`);
  await sees(ada, shared);
  expect(bora.messages('alerts').map(({ text }) => text)).toEqual([expect.stringContaining(FINE)]);
});

test('keeps trying when apps.connections.open is refused for an hour', async () => {
  // Makes the longest pause, half a minute, 25 ms.
  limit({ backOff: 0.25 });
  const { slack, ada, logLines, app } = await startEdge({
    lookup: async () => found(),
    slackOptions: { disconnectNoticeMs: 0 },
  });
  slack.addFault({ kind: 'error', code: 'invalid_auth' }, { method: 'apps.connections.open' });
  const before = opened(slack);
  slack.refreshSockets();
  // Two sockets that wait half a minute between attempts make 240 in an hour.
  await expect.poll(() => opened(slack) - before).toBeGreaterThan(240);
  expect(app.connections()).toBe(0);
  expect(logLines).toContainEqual(
    expect.objectContaining({ msg: 'no connection to Slack; trying again', error: 'invalid_auth' }),
  );
  slack.clearFaults();
  await slack.waitForSockets(2);
  expect(await answer(ada, '1001')).toContain(FINE);
});
