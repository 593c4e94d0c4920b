import { expect, test } from 'vitest';
import { HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { CRITICAL, found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { limit } from '../support/limit.ts';
import { answered, homeText, opensHome, ownerOf, publishedTo, sees, seesAtHome } from '../support/people.ts';
import { actNow, fine } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startEdge } from '../support/start-edge.ts';

/** A Home with these pins, whose look-ups are answered by the test. */
async function startHome(...ids: readonly string[]) {
  const held = holdLookup();
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const edge = await startEdge({ lookup: held.lookup, now });
  for (const accountId of ids) await edge.store.pins.add(ownerOf(edge.ada), { accountId });
  return { ...edge, held, clock };
}

test('a slow look-up in Home is shown as such in its window, then replaced by the answer, and is a recent look-up', async () => {
  limit({ loading: 1 });
  const edge = await startHome();
  await edge.ada.openHome();
  await answered(edge, 1);
  await edge.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  await sees(edge.ada, words.command.moment);
  edge.held.answer(found(CRITICAL));
  await sees(edge.ada, actNow('1004'));
  await seesAtHome(edge.ada, 'account_open_0');
});

test('Home shows every answer in the end although the answer of Slack to a view was lost', async () => {
  limit({ loading: 1 });
  const { held, ...edge } = await startHome('1003', '1004');
  const { ada, slack } = edge;
  await opensHome(ada, words.home.isAsking);
  await ada.press({ actionId: HOME_ACTIONS.refresh });
  await expect.poll(() => publishedTo(slack, ada)).toHaveLength(2);
  slack.addFault({ kind: 'lost' }, { method: 'views.publish', next: 1 });
  held.answer(found(CRITICAL));
  held.answer(found({ id: '1003' }));
  await seesAtHome(ada, actNow('1004'));
  await answered(edge, 2);
  expect(homeText(ada)).toContain(fine('1003'));
  expect(homeText(ada)).not.toContain(words.home.isAsking);
});

const REFUSED = words.access.refusals['not-you'].what;
/** After this Slack is asked again who the person is. */
const LATER_MS = 6 * 60_000;

test('a refusal stays in Home although the service answers later', async () => {
  const edge = await startHome('1004');
  await edge.ada.openHome();
  await expect.poll(() => edge.held.asked).toHaveLength(1);
  edge.slack.become('ada', 'single-channel-guest');
  edge.clock.aheadMs += LATER_MS;
  await edge.ada.openHome({ evenIfNotShared: true });
  await seesAtHome(edge.ada, REFUSED);
  edge.held.answer(found(CRITICAL));
  await answered(edge, 1);
  expect(homeText(edge.ada)).toContain(REFUSED);
  expect(homeText(edge.ada)).not.toContain('1004');
});

test('Home keeps what was typed when Slack does not say who the person is; a window says so', async () => {
  const edge = await startHome();
  await edge.ada.openHome();
  await answered(edge, 1);
  const before = homeText(edge.ada);
  edge.clock.aheadMs += 2 * 3_600_000;
  edge.slack.addFault({ kind: 'status', status: 503 }, { method: 'users.info' });
  await edge.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1001 1004 1007');
  await sees(edge.ada, words.access.refusals['not-checked'].what);
  expect(homeText(edge.ada)).toBe(before);
});

test('a member who becomes a guest loses Home at their next action, and gets it back as a member', async () => {
  const edge = await startHome('1004');
  edge.held.answer(found(CRITICAL));
  await opensHome(edge.ada, actNow('1004'));
  edge.slack.become('ada', 'single-channel-guest');
  edge.clock.aheadMs += LATER_MS;
  await edge.ada.command('/backup-status 1004', { evenIfNotShared: true });
  await seesAtHome(edge.ada, REFUSED);
  edge.slack.become('ada', 'member');
  edge.clock.aheadMs += LATER_MS;
  await opensHome(edge.ada, actNow('1004'));
});

test('a guest loses a Home that another process published', async () => {
  const edge = await startHome('1004');
  edge.slack.become('ada', 'single-channel-guest');
  await edge.ada.command('/backup-status 1004', { evenIfNotShared: true });
  await seesAtHome(edge.ada, REFUSED);
});
