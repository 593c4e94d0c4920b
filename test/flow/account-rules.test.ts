import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { temporaryFile } from '../cli/run-captured.ts';
import { HOUR_MS, THRESHOLDS } from '../messages/samples.ts';
import { card, linesOf, sees, shareIn } from '../support/people.ts';
import { actNow, fine } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { startBotProcess } from '../support/start-bot-process.ts';

/** 1004 has had no backup for three days. */
const PATIENT = `
rules:
  - name: archive
    accounts: ["1004", "AR-*"]
    late_after_hours: 200
    stale_after_hours: 400
    display_name: Old paper
`;

function rulesFile(text: string) {
  const path = temporaryFile('rules.yaml', text);
  return { path, write: (next: string) => writeFileSync(path, next) };
}

test('account rules change the verdict and the name, and are named in Details', async () => {
  const { ada } = await startBot({ accountRulesFile: rulesFile(PATIENT).path });
  const { message } = await ada.command('/backup-status 1004');
  expect(message?.text).toContain(
    `Old paper (1004) · ${words.verdict.reason({ rule: 'package-ends-soon', level: 'attention', daysLeft: 5 })}`,
  );
  await ada.press({ actionId: ACTIONS.more, value: MORE.details });
  const limit = words.details.limits.late(words.time.threshold({ ...THRESHOLDS.late, value: 200 }));
  expect(linesOf(await sees(ada))).toContain(`• ${words.details.setBy(limit, 'rules.yaml: archive')}`);
});

const EXCEPTIONS = `
rules:
  - name: office
    accounts: "1001"
    weekdays_only: true
    ignore: folders
    minimum_client_version: "4.1"
`;

test('an account that is backed up on weekdays only is fine on Monday, and Details shows its exceptions', async () => {
  const { ada, clock } = await startBot({
    ...{ ages: true, standsAtMs: Date.parse('2026-11-20T18:00:00Z') },
    accountRulesFile: rulesFile(EXCEPTIONS).path,
  });
  clock.advance(60 * HOUR_MS);
  expect((await card(ada, '1001')).text).toContain(fine('1001'));
  await ada.press({ actionId: ACTIONS.more, value: MORE.details });
  const lines = linesOf(await sees(ada));
  const { weekdaysOnly, ignored, minimumClient } = words.details.limits;
  for (const limit of [weekdaysOnly, ignored('folders'), minimumClient('4.1')])
    expect(lines).toContain(`• ${words.details.setBy(limit, 'rules.yaml: office')}`);
});

const KNOWN = `
rules:
  - name: known
    accounts: "1004"
    note: Ask the caretaker. <!channel> @here
    runbook: https://wiki.example/acme
    contact: Jane Doe, +44 20 7946 0000
`;

test('shows the note and links on the card, and the contact only in Details', async () => {
  const file = rulesFile(KNOWN);
  const { ada, bora, slack, logLines, stop } = await startBot({
    accountRulesFile: file.path,
    settings: { CONSOLE_URL: 'https://console.example/accounts/{id}?tab=backups' },
  });
  const { message } = await ada.command('/backup-status 1004');
  const step = `${words.card.labels.nextStep}  Ask the caretaker. <!channel> @here · ${words.card.runbook} · ${words.card.console}`;
  expect(linesOf(message)).toContain(step);
  expect(JSON.stringify(message)).not.toContain('Jane');
  expect(JSON.stringify(message)).toContain('"https://console.example/accounts/1004?tab=backups"');
  // A healthy account has only its page in the console.
  expect(linesOf(await card(ada, '1001'))).toContain(words.card.console);
  await card(ada, '1004');

  await ada.press({ actionId: ACTIONS.more, value: MORE.details });
  const lines = linesOf(await sees(ada));
  expect(lines[1]).toBe(`${words.details.contact}  Jane Doe, +44 20 7946 0000`);
  expect(lines).toContain(step);
  await ada.closeModal();

  await ada.press({ actionId: ACTIONS.share });
  await shareIn(ada);
  const shared = await bora.waitFor(() =>
    bora.messages('oncall').find(({ authorId }) => authorId === slack.botUserId),
  );
  expect(linesOf(shared)).toContain(step);
  expect(JSON.stringify(shared)).not.toContain('Jane');
  await stop();
  expect(JSON.stringify(logLines)).not.toMatch(/Jane|caretaker|wiki/);
});

test('SIGHUP reloads the rules; a start with a mistake in them fails', async () => {
  const file = rulesFile(PATIENT);
  const start = () => startBotProcess({ transport: 'socket', env: { ACCOUNT_RULES_FILE: file.path } });
  const bot = await start();
  const { ada } = bot;
  expect((await card(ada, '1004')).text).toContain('Old paper (1004)');
  file.write('rules:\n  - { name: archive, accounts: *-archive, late_after_hours: 40 }');
  bot.kill('SIGHUP');
  await bot.printed('line 2: *-archive is not plain text in YAML: put it in quotes');
  expect((await card(ada, '1004')).text).toContain('Old paper (1004)');
  file.write('rules: []');
  bot.kill('SIGHUP');
  await bot.printed('the account rules were reloaded');
  expect((await card(ada, '1004')).text).toContain(actNow('1004'));
  file.write('rules: 7');
  await expect(start()).rejects.toThrow('must be a list of rules');
});
