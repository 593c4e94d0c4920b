import { expect, test } from 'vitest';
import { answer, readiness } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const NOT_CHECKED = words.access.refusals['not-checked'].what;

const refusing = (code: string) => ({ status: 503, slack: { tokenRefusal: code } });

test.each([
  ['revoked', 'token_revoked', 'socket'],
  ['uninstalled', 'account_inactive', 'http'],
] as const)(
  'a bot token that is %s is noticed by Slack’s event: not ready, counted, shown to people',
  async (how, word, way) => {
    const { slack, ada, operationsUrl, logLines } = await startBot({ transport: way, operations: true });
    expect(await slack.takeToken(how)).toMatchObject({ ack: 'ok' });
    await expect.poll(() => readiness({ operationsUrl })).toMatchObject(refusing(word));
    expect(await (await fetch(`${operationsUrl}/metrics`)).text()).toMatch(
      new RegExp(`^backup_status_slack_errors_total\\{method="auth\\.test",error="${word}"\\} [1-9]`, 'm'),
    );
    expect(logLines).toContainEqual(
      expect.objectContaining({
        level: 50,
        error: word,
        msg: 'Slack refuses the bot token: install the app again and set SLACK_BOT_TOKEN',
      }),
    );
    const { ack, message } = await ada.command('/backup-status 1001');
    expect(ack).toBe('ok');
    expect(message?.text).toContain(NOT_CHECKED);
  },
);

test('a person reads that a refused token stops the app, until Slack accepts it again', async () => {
  const { slack, ada, operationsUrl } = await startBot({ operations: true });
  for (const code of ['not_authed', 'team_disabled', 'user_removed_from_team']) {
    slack.addFault({ kind: 'error', code }, { method: 'users.info' });
    expect(await answer(ada, '1001')).toContain(NOT_CHECKED);
    expect(await readiness({ operationsUrl })).toMatchObject(refusing(code));
    slack.clearFaults();
  }
  expect(await answer(ada, '1001')).toContain(FINE);
  expect((await readiness({ operationsUrl })).status).toBe(200);
});

test('the bot is ready again once Slack accepts the token, even if nobody uses the app meanwhile', async () => {
  const { slack, ada, operationsUrl, logLines } = await startBot({ operations: true });
  slack.addFault({ kind: 'error', code: 'invalid_auth' });
  expect(await answer(ada, '1001')).toContain(NOT_CHECKED);
  expect((await readiness({ operationsUrl })).status).toBe(503);
  slack.clearFaults();
  await expect.poll(async () => (await readiness({ operationsUrl })).status).toBe(200);
  expect(logLines).toContainEqual(expect.objectContaining({ msg: 'Slack accepts the bot token again' }));
});
