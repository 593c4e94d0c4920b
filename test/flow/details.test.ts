import { describe, expect, test } from 'vitest';
import type { ApiFault } from '../../sandbox/slack/server/delivery.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { startHeld } from '../support/failing-slack.ts';
import { limit } from '../support/limit.ts';
import { callsOf, reads, sees, share } from '../support/people.ts';
import { AS_SENT } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };

test('details open at once with everything the service sent when the answer is cached', async () => {
  const { ada, slack, service } = await startBot();
  await ada.command('/backup-status 1001');
  await ada.press(DETAILS);
  const modal = await sees(ada);
  expect(JSON.stringify(modal.blocks)).toMatch(/çevrimiçi.*500 GB/);
  expect(service.counts.generalInfos).toBe(1);
  expect(callsOf(slack, 'views.update')).toEqual([]);
});

test('details open before the answer arrives and fill in later', async () => {
  limit({ loading: 1 });
  const { ada, service } = await startBot({ lookup: { freshForMs: 0 } });
  await ada.command('/backup-status 1001');
  const release = service.hold();
  await ada.press(DETAILS);
  const loading = await sees(ada);
  expect(JSON.stringify(loading.blocks)).not.toContain('çevrimiçi');
  release();
  const filled = await sees(ada, 'çevrimiçi');
  expect(filled.id).toBe(loading.id);
});

test('details log no error when the window was closed before the answer', async () => {
  limit({ loading: 1 });
  const { ada, service, logLines } = await startBot({ lookup: { freshForMs: 0 } });
  await ada.command('/backup-status 1001');
  const release = service.hold();
  await ada.press(DETAILS);
  await sees(ada);
  await ada.closeModal();
  release();
  await expect.poll(() => logLines.filter(({ by }) => by === 'details')).toHaveLength(1);
  expect(logLines.filter(({ level }) => level >= 50)).toEqual([]);
});

test('details come as a private message when the trigger has expired', async () => {
  const { ada, slack, logLines } = await startBot();
  await ada.command('/backup-status 1001');
  slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  await ada.press(DETAILS);
  const told = await reads(ada, words.command.insteadOfWindow);
  expect(told.isEphemeral).toBe(true);
  expect(JSON.stringify(told.blocks)).toContain(AS_SENT);
  expect(ada.messages()).toHaveLength(2);
  await expect
    .poll(() => logLines.filter(({ by }) => by === 'details'))
    .toMatchObject([{ delivery: 'deferred' }]);
});

test('details of a shared card are visible only to the person who pressed', async () => {
  const { ada, bora } = await startBot();
  await share(ada, '1001');
  await bora.press(DETAILS);
  const modal = await sees(bora);
  expect(JSON.stringify(modal.blocks)).toContain('musteri.example');
  expect(ada.modal()).toBeUndefined();
});

describe('a window of details that says "loading"', () => {
  /** The test answers its look-up. */
  async function openLoading(lost: readonly ApiFault[] = []) {
    limit({ loading: 1 });
    const edge = await startHeld('socket');
    const { ada, slack, held } = edge;
    await ada.command('/backup-status 1001');
    edge.hold();
    // After a lost call the client waits for its timeout, then repeats it with a trigger that is used up.
    for (const fault of lost) slack.addFault(fault, { method: 'views.open', next: 1 });
    if (lost.length > 0) limit({ call: 500 });
    await ada.press(DETAILS);
    await sees(ada);
    limit({ call: 60_000 });
    const shows = (text: string) => sees(ada, text);
    return { ...edge, held, shows };
  }

  test('is filled in after Slack has refused several updates', async () => {
    const { slack, answer, shows } = await openLoading();
    slack.addFault({ kind: 'status', status: 503 }, { method: 'views.update', next: 3 });
    slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 1 }, { method: 'views.update', next: 1 });
    answer();
    await shows(AS_SENT);
  });

  test('shows an apology after a defect', async () => {
    const { ada, held, shows, logLines } = await openLoading();
    held.fail('1001', new TypeError('a bug'));
    await shows(words.command.defect);
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    await shows(String(line?.reference));
    expect(ada.messages()).toHaveLength(1);
  });

  test('is filled in although Slack’s answer to views.open was lost', async () => {
    const { ada, answer, shows } = await openLoading([{ kind: 'lost' }]);
    answer();
    await shows(AS_SENT);
    expect(ada.messages()).toHaveLength(1);
  });
});
