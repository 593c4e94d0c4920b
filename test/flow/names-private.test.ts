import { expect, test } from 'vitest';
import { ACCOUNTS_VIEW } from '../../src/slack/accounts/accounts.ts';
import { ACKNOWLEDGE, HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import { HOUR_MS, MINUTE_MS } from '../account/accounts.ts';
import { temporaryFile } from '../cli/run-captured.ts';
import { ownerOf, pasteAccounts, sees, share, watches } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { DOWN, startBot } from '../support/start-bot.ts';

const RULES = `
rules:
  - name: flowers
    accounts: "1002"
    display_name: Begonvil Çiçekçilik
`;
/** A word of each name: from the list, from the rules file, from a pin. */
const NAMES = /z[uü]mr[uü]t|kestane|begonvil|pelikan/i;
/** Names as people type them: whole, in part, several at once, with other words. */
const TYPED = [
  'zümrüt',
  'Zümrüt Denizcilik',
  'kestane',
  'kestane pelikan',
  'begonvil',
  'zumrut kestane 1003',
];

/** A bot whose accounts age and have names of every kind. */
async function startNamed() {
  const accountRulesFile = temporaryFile('rules.yaml', RULES);
  const lookup = { freshForMs: 0, budgetMs: 1_000 };
  const bot = await startBot({ ages: true, operations: true, lookup, accountRulesFile });
  const { ada } = bot;
  await bot.store.pins.add(ownerOf(ada), { accountId: '1003', name: 'Pelikan Optik' });
  const inModal = (text: string) => sees(ada, text);
  return { ...bot, inModal };
}

test('account names appear in no metric and in no log line', async () => {
  const { ada, clock, inModal, service, slack, logLines, operationsUrl } = await startNamed();
  // The list: adds, searches and retires accounts.
  await pasteAccounts(
    ada,
    '1001, Zümrüt Denizcilik\n1004, Kestane Kliniği\n1007, Zümrüt Depo\n77777, Zümrüt\n*, Kestane',
  );
  await inModal(words.accounts.added(3, 0));
  await ada.closeModal();
  await ada.press({ actionId: HOME_ACTIONS.accounts });
  await inModal(ACCOUNTS_VIEW.add);
  await ada.submit({ [ACCOUNTS_VIEW.search]: 'zümrüt' });
  await inModal('Depo');
  await ada.closeModal();

  // Look-ups by name, answered and failed.
  for (const typed of TYPED) await ada.command(`/backup-status ${typed}`);
  await share(ada, 'kestane');
  await ada.type({ actionId: HOME_ACTIONS.lookUpField }, 'kestane');
  await inModal('1004');
  await ada.closeModal();

  // Watches, alerts, histories.
  await watches(ada, 'all');
  await watches(ada, 'begonvil', { [WATCH_FORM.where]: WHERE.me });
  slack.addFault({ kind: 'error', code: 'invalid_blocks' }, { method: 'chat.postMessage', next: 1 });
  const accountMetrics = async () => (await fetch(`${operationsUrl}/metrics/accounts`)).text();
  // An account that is bad at its first read starts no alert.
  await expect.poll(async () => (await accountMetrics()).match(/_verdict\{/g)?.length).toBe(4);
  clock.advance(50 * HOUR_MS);
  const later = () => {
    // On a slow machine a read may fail. It is tried again minutes later.
    clock.advance(MINUTE_MS);
    return accountMetrics();
  };
  await expect.poll(later, { interval: 250 }).toContain('backup_status_account_verdict{account="1001"} 2');
  // The first alert has no buttons, because Slack refused its blocks. The other one is due a minute after the last read.
  const withButtons = () =>
    ada
      .messages()
      .find(({ text, blocks }) => text.startsWith('🚨 ') && JSON.stringify(blocks).includes(ACKNOWLEDGE));
  const passes = () => {
    clock.advance(MINUTE_MS / 10);
    return withButtons();
  };
  await expect.poll(passes).toBeDefined();
  await ada.press({ actionId: ACKNOWLEDGE, messageTs: withButtons()?.ts });
  for (const word of ['history kestane', 'summary', 'watches', 'unwatch begonvil', 'unwatch kestane'])
    await ada.command(`/backup-status ${word}`);
  service.addFault(DOWN);
  for (const typed of TYPED) await ada.command(`/backup-status ${typed}`);

  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  const accounts = await accountMetrics();
  expect(accounts).toContain('account="1004"');
  for (const shown of [metrics, accounts]) expect(NAMES.exec(shown)?.[0]).toBeUndefined();
  expect(logLines.filter(({ audit }) => audit).length).toBeGreaterThan(TYPED.length);
  const lines = logLines.map((line) => JSON.stringify(line));
  expect(lines.filter((line) => line.includes('1004')).length).toBeGreaterThan(0);
  expect(lines.filter((line) => NAMES.test(line))).toEqual([]);
});

test('text that is no account is in no log line, whatever the command', async () => {
  const { ada, logLines, service } = await startBot();
  // Some services refuse an id that nobody has.
  service.addFault({ kind: 'status', status: 403 }, { account: 'Begonvil Depo' });
  const reasons: Record<string, string> = { mute: ' 4h disk', note: ' 4h disk' };
  const words = ['', 'history', 'mute', 'unmute', 'note', 'unnote', 'watch', 'unwatch'];
  for (const name of ['Begonvil Çiçekçilik', 'Begonvil Depo'])
    for (const word of words) await ada.command(`/backup-status ${word} "${name}"${reasons[word] ?? ''}`);
  const audits = () => logLines.filter(({ audit }) => audit);
  await expect.poll(audits).toHaveLength(2 * words.length);
  expect(logLines.map((line) => JSON.stringify(line)).filter((line) => NAMES.test(line))).toEqual([]);
});
