import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { reads, textOf } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { HOUR_MS, startWatching } from '../support/start-watching.ts';

const { alert, watches } = words;
const inDirect = (person: Person) => person.messages('direct').map(textOf);
const areFine = (person: Person) => inDirect(person).filter((text) => text.includes('✅'));

/** 1001 is critical, and Bora, who watches nothing, asks on its card to be told when it is fine. */
async function startAsked() {
  const bot = await startWatching();
  await bot.becomeStale();
  await bot.ada.waitFor(() => bot.alerts()[0]);
  await bot.bora.command('/backup-status 1001');
  await bot.bora.press({ actionId: ACTIONS.more, value: MORE.tellFine });
  await reads(bot.bora, `🔔 ${watches.willTell('1001')}`);
  return bot;
}

test('a person is told once, by direct message, when the account is fine again', async () => {
  const { ada, bora, recover, timePasses } = await startAsked();
  // A second press changes nothing.
  await bora.press({ actionId: ACTIONS.more, value: MORE.tellFine });
  const answers = () => bora.messages().filter((one) => textOf(one).includes(watches.willTell('1001')));
  await expect.poll(() => answers().length).toBe(2);
  expect(inDirect(bora)).toEqual([]);
  await recover();
  await timePasses(() => areFine(bora).length > 0);
  const [first] = alert.fine('1001', '|').split('|');
  expect(areFine(bora)).toEqual([expect.stringContaining(`✅ ${first}`)]);
  expect(areFine(ada)).toEqual([]);
  // The next incident is not what was asked about.
  await bora.command('/backup-status 1001');
  expect(JSON.stringify(bora.messages().at(-1))).not.toContain(MORE.tellFine);
});

test('a person is told that the account is no longer watched', async () => {
  const { ada, bora, clock, timePasses } = await startAsked();
  await ada.command('/backup-status unwatch 1001');
  clock.advance(HOUR_MS);
  await timePasses(() => inDirect(bora).length > 0);
  expect(inDirect(bora)).toEqual([expect.stringContaining(watches.notTold('1001'))]);
});

test('a press on a card that is out of date says that nothing is open', async () => {
  const { bora, recover, timePasses } = await startAsked();
  await recover();
  await timePasses(() => areFine(bora).length > 0);
  await bora.press({ actionId: ACTIONS.more, value: MORE.tellFine });
  await reads(bora, watches.nothingOpen);
});
