import { describe, expect, test } from 'vitest';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { STATUS_VIEW } from '../../src/slack/lookup/shortcut.ts';
import { found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { answer, reads, sees, seesAtHome } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startEdge } from '../support/start-edge.ts';

/** A bug of ours, which is no outcome. */
const BUG = new TypeError('cannot read properties of undefined');

describe.each(TRANSPORTS)('a defect in a listener, over %s', (transport) => {
  test('before the ack sends an apology instead of a timeout', async () => {
    const { ada, logLines } = await startEdge({ transport, lookup: () => Promise.reject(BUG) });
    const { ack } = await ada.command('/backup-status 1001');
    expect(ack).toBe('ok');
    const apology = await ada.waitFor(() => ada.messages()[0]);
    expect(apology.isEphemeral).toBe(true);
    const line = logLines.find(({ msg }) => msg === 'a listener failed');
    expect(line).toMatchObject({ error: { name: 'TypeError', message: BUG.message } });
    expect(apology.text).toContain(String(line?.reference));
  });

  test('after "still working" sends an apology', async () => {
    const held = holdLookup();
    const { ada } = await startEdge({ transport, lookup: held.lookup, inlineWithinMs: 1 });
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text).toBe(words.command.pending('1001'));
    held.fail('1001', BUG);
    await reads(ada, words.command.defect);
  });
});

describe('a defect', () => {
  const transport = 'socket';
  test.each([
    ['Refresh', { actionId: ACTIONS.refresh }],
    ['Details', { actionId: ACTIONS.more, value: MORE.details }],
  ])('behind %s keeps the card and posts the apology beside it', async (_label, target) => {
    let isBroken = false;
    const { ada, bora } = await startEdge({
      transport,
      lookup: () => (isBroken ? Promise.reject(BUG) : Promise.resolve(found())),
    });
    const { message } = await ada.command('/backup-status 1001');
    isBroken = true;
    await ada.press(target);
    await reads(ada, words.command.defect);
    expect(ada.messages()[0]).toEqual(message);
    expect(bora.messages()).toEqual([]);
  });

  test('behind a submitted window replaces "one moment" by the apology', async () => {
    const held = holdLookup();
    const { ada } = await startEdge({ transport, lookup: held.lookup, inlineWithinMs: 1 });
    held.answer(found({ id: '1001' }));
    await ada.openHome();
    await seesAtHome(ada);
    await ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1001');
    await sees(ada, FINE);
    await ada.submit({ [STATUS_VIEW.ids]: '1004' });
    await sees(ada, words.command.moment);
    held.fail('1004', BUG);
    await sees(ada, words.command.defect);
  });

  test('is logged when even the apology fails, and the bot goes on', async () => {
    let isBroken = true;
    const { ada, slack, logLines } = await startEdge({
      transport,
      lookup: () => (isBroken ? Promise.reject(BUG) : Promise.resolve(found())),
    });
    slack.addFault({ kind: 'status', status: 400, body: 'invalid_blocks' }, { method: 'response_url' });
    await ada.command('/backup-status 1001');
    await expect.poll(() => logLines.map(({ msg }) => msg)).toContain('the apology could not be shown');
    isBroken = false;
    expect(await answer(ada, '1001')).toContain(FINE);
  });

  test('an unknown command is acknowledged, so that Slack shows no warning', async () => {
    const { ada, logLines } = await startEdge({ transport, lookup: () => Promise.resolve(found()) });
    const { ack } = await ada.command('/another-command');
    expect(ack).toBe('ok');
    expect(logLines.map(({ msg }) => msg)).toContain('no listener for a request from Slack');
  });
});
