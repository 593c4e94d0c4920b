import { describe, expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { startHeld } from '../support/failing-slack.ts';
import { limit } from '../support/limit.ts';
import { callsOf, sees, share } from '../support/people.ts';
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

test('details of a shared card are visible only to the person who pressed', async () => {
  const { ada, bora } = await startBot();
  await share(ada, '1001');
  await bora.press(DETAILS);
  const modal = await sees(bora);
  expect(JSON.stringify(modal.blocks)).toContain('musteri.example');
  expect(ada.modal()).toBeUndefined();
});

describe('a window of details that says "loading"', () => {
  async function startLoading() {
    limit({ loading: 1 });
    const edge = await startHeld('socket');
    await edge.ada.command('/backup-status 1001');
    edge.hold();
    return edge;
  }

  test('is filled in although Slack’s answer to views.open was lost and Slack has refused several updates', async () => {
    const { ada, slack, answer } = await startLoading();
    // After a lost call the client waits for its timeout, then repeats it with a trigger that is used up.
    slack.addFault({ kind: 'lost' }, { method: 'views.open', next: 1 });
    limit({ call: 500 });
    await ada.press(DETAILS);
    const loading = await sees(ada);
    limit({ call: 60_000 });
    expect(JSON.stringify(loading.blocks)).not.toContain(AS_SENT);
    slack.addFault({ kind: 'status', status: 503 }, { method: 'views.update', next: 3 });
    slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 1 }, { method: 'views.update', next: 1 });
    answer();
    expect((await sees(ada, AS_SENT)).id).toBe(loading.id);
    expect(ada.messages()).toHaveLength(1);
  });

  test('shows an apology after a defect', async () => {
    const { ada, held, logLines } = await startLoading();
    await ada.press(DETAILS);
    await sees(ada);
    held.fail('1001', new TypeError('a bug'));
    await sees(ada, words.command.defect);
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    await sees(ada, String(line?.reference));
    expect(ada.messages()).toHaveLength(1);
  });
});
