// The limit: nothing but Node's own server, the signature, and JSON back.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

const { SLACK_SIGNING_SECRET: secret = '', PORT } = process.env;

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const stamp = String(headers['x-slack-request-timestamp']);
  if (Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false;
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')}`;
  const given = Buffer.from(String(headers['x-slack-signature']));
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isSigned(request, body)) {
    response.writeHead(401).end();
    return;
  }
  const { text, user_id: userId } = Object.fromEntries(new URLSearchParams(body));
  const answer = JSON.stringify({ response_type: 'ephemeral', text: `hello ${userId}, ${text}` });
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}).listen(Number(PORT), '127.0.0.1');
