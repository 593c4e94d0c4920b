// What most people would write first: a login for every command, global fetch, no cache. It answers by its ack, which
// is faster than a second message.
import { App, LogLevel } from '@slack/bolt';

const {
  SLACK_API_URL = '',
  SLACK_BOT_TOKEN = '',
  SLACK_APP_TOKEN,
  SLACK_SIGNING_SECRET = '',
  PORT,
  BACKUP_SERVICE_URL,
  BACKUP_SERVICE_USERNAME,
  BACKUP_SERVICE_PASSWORD,
} = process.env;

const app = new App({
  token: SLACK_BOT_TOKEN,
  ...(SLACK_APP_TOKEN
    ? { socketMode: true, appToken: SLACK_APP_TOKEN }
    : { signingSecret: SLACK_SIGNING_SECRET }),
  clientOptions: { slackApiUrl: SLACK_API_URL },
  logLevel: LogLevel.WARN,
});

app.command('/backup-status', async ({ command, ack }) => {
  const login = await fetch(`${BACKUP_SERVICE_URL}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: BACKUP_SERVICE_USERNAME, password: BACKUP_SERVICE_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const id = command.text.trim();
  const read = await fetch(`${BACKUP_SERVICE_URL}/v1/general-info?id=${encodeURIComponent(id)}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  });
  const info = (await read.json()) as Record<string, unknown>;
  const lines = [
    `*${id}* is ${info.status}`,
    `Database backup: ${info.lastBackupDateDb} ${info.lastBackupTimeDb}`,
    `Folder backup: ${info.lastBackupDateFolders} ${info.lastBackupTimeFolders}`,
    `Quota: ${info.quota}, package ${info.packageName} until ${info.endDate}`,
  ];
  await ack({ response_type: 'ephemeral', text: lines.join('\n') });
});

if (SLACK_APP_TOKEN) await app.start();
else await app.start({ port: Number(PORT), host: '127.0.0.1' });
