import type { LocalSlack } from './slack/start-local-slack.ts';

/** One of each kind: fine, act now, half protected, a package that ends, late, stale, and two that are late within hours. */
const WATCHED = ['1001', '1004', '1007', '1010', '2002', '2009', '2001', '2012'];
const CHANNEL = 'alerts';

/** Ada watches some accounts in #alerts, with a summary every day at eight: a typical workspace after its first day. */
export async function watchInAlerts(slack: LocalSlack): Promise<void> {
  const ada = slack.person('ada');
  await ada.command(`/backup-status watch ${WATCHED.join(' ')}`, { channel: CHANNEL });
  await ada.waitFor(() => ada.modal());
  // On a slow machine the app may miss Slack's three seconds, so Ada submits again.
  for (let presses = 1; (await ada.submit()).ack !== 'ok' && presses < 5; ) presses += 1;
  await ada.waitFor(() => ada.messages(CHANNEL).find(({ authorId }) => authorId === slack.botUserId));
  await ada.waitFor(() => (ada.modal()?.submit === undefined ? true : undefined));
  await ada.closeModal();
  await ada.command('/backup-status summary 08:00', { channel: CHANNEL });
  await ada.waitFor(() =>
    ada
      .messages(CHANNEL)
      .find(({ isEphemeral, text }) => isEphemeral !== true && /^<@\w+>.*08:00/u.test(text)),
  );
}
