import { describe, expect, test } from 'vitest';
import type { Person } from '../../../sandbox/slack/client/person.ts';
import { ACTIONS, MORE } from '../../../src/slack/kit/ids.ts';
import { found } from '../../messages/samples.ts';
import { holdLookup } from '../../support/held-lookup.ts';
import { limit } from '../../support/limit.ts';
import { AS_SENT } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { startEdge } from '../../support/start-edge.ts';

const DETAILS = { actionId: ACTIONS.more, value: MORE.details };

describe('a view that is open and says that it is asking', () => {
  /** A press on Details whose look-up the test answers. */
  async function openLoading() {
    limit({ loading: 1 });
    const held = holdLookup();
    let isHeld = false;
    const edge = await startEdge({
      lookup: (id) => (isHeld ? held.lookup(id) : Promise.resolve(found())),
    });
    await edge.ada.command('/backup-status 1001');
    isHeld = true;
    await edge.ada.press(DETAILS);
    await edge.ada.waitFor(() => edge.ada.modal());
    return { ...edge, held };
  }
  const shown = (person: Person) => JSON.stringify(person.modal()?.blocks ?? []);

  test('is filled in at last when Slack did not take it at first', async () => {
    const { ada, slack, held } = await openLoading();
    slack.addFault({ kind: 'status', status: 503 }, { method: 'views.update', next: 3 });
    slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 1 }, { method: 'views.update', next: 1 });
    held.answer(found());
    await ada.waitFor(() => (shown(ada).includes(AS_SENT) ? true : undefined));
  });

  test('says that something went wrong after a defect, instead of asking for ever', async () => {
    const { ada, held, logLines } = await openLoading();
    held.fail('1001', new TypeError('a bug'));
    await ada.waitFor(() => (shown(ada).includes(words.command.defect) ? true : undefined));
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    expect(shown(ada)).toContain(String(line?.reference));
    expect(JSON.stringify(line)).toContain('a bug');
    expect(ada.messages()).toHaveLength(1);
  });

  test('says so too when Slack cannot draw the details', async () => {
    const { ada, slack, held } = await openLoading();
    slack.addFault({ kind: 'error', code: 'invalid_arguments' }, { method: 'views.update', next: 1 });
    held.answer(found());
    await ada.waitFor(() => (shown(ada).includes(words.command.defect) ? true : undefined));
  });

  test('is given up when Slack never takes it: the details come as a message', async () => {
    const { ada, slack, held } = await openLoading();
    slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 60 }, { method: 'views.update' });
    held.answer(found());
    const message = await ada.waitFor(() => ada.messages()[1]);
    expect(JSON.stringify(message.blocks)).toContain(AS_SENT);
  });

  test('needs nothing any more once it is closed', async () => {
    const { ada, held, logLines } = await openLoading();
    await ada.closeModal();
    held.answer(found());
    await expect.poll(() => logLines.filter(({ by }) => by === 'details')).toHaveLength(1);
    expect(ada.messages()).toHaveLength(1);
  });

  test('is filled in even when Slack’s word that it is open was lost', async () => {
    limit({ call: 500, loading: 1 });
    const held = holdLookup();
    let isHeld = false;
    const { ada, slack } = await startEdge({
      lookup: (id) => (isHeld ? held.lookup(id) : Promise.resolve(found())),
    });
    await ada.command('/backup-status 1001');
    isHeld = true;
    // The client waits three seconds for an answer, then asks again with a trigger that is used.
    slack.addFault({ kind: 'lost' }, { method: 'views.open', next: 1 });
    await ada.press(DETAILS);
    await ada.waitFor(() => ada.modal());
    held.answer(found());
    await ada.waitFor(() => (shown(ada).includes(AS_SENT) ? true : undefined));
    expect(ada.messages()).toHaveLength(1);
  });
});
