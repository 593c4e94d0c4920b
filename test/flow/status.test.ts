import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { SeenMessage } from '../../sandbox/slack/client/seen.ts';
import { plainSpaces } from '../../src/cli/status.ts';
import { runCaptured, settingsFor, temporaryFile } from '../cli/run-captured.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const AT_MS = 1_800_000_000_000;

test('every account has the same verdict and reasons in Slack and on the command line, in both languages', async () => {
  const now = () => AT_MS;
  const service = await startBackupService({ now });
  const accountRulesFile = temporaryFile(
    'rules.yaml',
    `rules:
  - { name: port, accounts: "1004", display_name: Liman }
  - { name: only folders, accounts: "1007", ignore: database }`,
  );
  const { slack, ada, bora } = await startBot({
    service,
    now,
    accountRulesFile,
  });
  slack.setLocale('ada', 'en-GB');
  slack.setLocale('bora', 'tr-TR');
  const ids = [...ACCOUNTS.map(({ id }) => id), 'no-such-id'];
  const settings = { ...settingsFor(service), ACCOUNT_RULES_FILE: accountRulesFile };
  for (const [person, language] of [
    [ada, 'en'],
    [bora, 'tr'],
  ] as const) {
    const { stdout } = await runCaptured('status', ['--language', language, ...ids], settings, now);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(ids.length);
    for (const id of ids) {
      const { message } = await person.command(`/backup-status "${id}"`);
      const card = cardOf(message);
      const line = lines.find((one) => one.startsWith(`${card.title} · `));
      expect(
        line?.slice(card.title.length).startsWith(card.reasons),
        `${card.title}${card.reasons}\n${line}`,
      ).toBe(true);
    }
  }
  await service.close();
});

/** The title of a card, and the reasons below it joined as on one line. */
function cardOf(message: SeenMessage | undefined) {
  const [title, verdict] = message?.blocks ?? [];
  if (title?.type !== 'header' || verdict?.type !== 'rich_text') throw new Error(`no card: ${message?.text}`);
  const reasons = verdict.elements.flatMap((element) =>
    element.type === 'rich_text_list'
      ? element.elements.map(({ elements }) =>
          elements.map((part) => ('text' in part ? part.text : '')).join(''),
        )
      : [],
  );
  const more = words.verdict.moreInDetails(1).split('1');
  return {
    title: plainSpaces(title.text.text),
    reasons: reasons
      .filter((reason) => !more.every((part) => reason.includes(part)))
      .map((reason) => ` · ${plainSpaces(reason)}`)
      .join(''),
  };
}
