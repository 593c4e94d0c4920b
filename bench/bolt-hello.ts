// The first page of Bolt's documentation, with our command.
import { App, LogLevel } from '@slack/bolt';

const { SLACK_API_URL = '', SLACK_BOT_TOKEN = '', SLACK_SIGNING_SECRET = '', PORT } = process.env;

const app = new App({
  token: SLACK_BOT_TOKEN,
  signingSecret: SLACK_SIGNING_SECRET,
  clientOptions: { slackApiUrl: SLACK_API_URL },
  logLevel: LogLevel.WARN,
});

app.command('/backup-status', async ({ command, ack }) => {
  await ack({ response_type: 'ephemeral', text: `hello ${command.user_id}, ${command.text}` });
});

await app.start({ port: Number(PORT), host: '127.0.0.1' });
