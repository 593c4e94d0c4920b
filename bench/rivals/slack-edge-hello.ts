// The first page of slack-edge's documentation, with our command, behind Node's own server.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { SlackApp } from 'slack-edge';

const { SLACK_BOT_TOKEN = '', SLACK_SIGNING_SECRET = '', PORT } = process.env;

const app = new SlackApp({
  env: { SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN, SLACK_LOGGING_LEVEL: 'WARN' },
  // Its own asks Slack's public address who the token belongs to, for every request.
  authorize: async () => ({
    botToken: SLACK_BOT_TOKEN,
    botId: 'B',
    botUserId: 'U',
    botScopes: [],
    team: 'T',
  }),
});

app.command('/backup-status', async ({ payload }) => ({
  response_type: 'ephemeral',
  text: `hello ${payload.user_id}, ${payload.text}`,
}));

const context = { waitUntil: () => undefined };

createServer(async (request, response) => {
  const asked = new Request(`http://127.0.0.1:${PORT}${request.url}`, {
    method: request.method ?? 'POST',
    headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: Readable.toWeb(request) as ReadableStream,
    duplex: 'half',
  });
  const answer = await app.run(asked, context);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}).listen(Number(PORT), '127.0.0.1');
