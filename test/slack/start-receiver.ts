import { once } from 'node:events';
import { connect } from 'node:net';
import { App } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import { createHttpReceiver } from '../../src/slack/receivers/http/http-receiver.ts';
import { captureLog } from '../support/capture-log.ts';
import { signedHeaders } from '../support/signed-headers.ts';

/** The signing secret of the receiver. */
export const secret = 'shhh-shhh';
export const FORM = 'application/x-www-form-urlencoded';

interface ReceiverSetup {
  readonly port?: number;
  readonly arriveWithinMs?: number;
  readonly lateAck?: boolean;
  /** What a heard command waits for before it is acknowledged. */
  readonly beforeAck?: Promise<void>;
}

/** A receiver under real Bolt, with what it heard and refused; until the test ends. */
export async function startReceiver({
  port = 0,
  arriveWithinMs = 5_000,
  lateAck = false,
  beforeAck = Promise.resolve(),
}: ReceiverSetup = {}) {
  const refused: string[] = [];
  const heard: string[] = [];
  const receiver = createHttpReceiver({
    signingSecret: secret,
    log: captureLog().log,
    host: '127.0.0.1',
    port,
    reject: (reason) => refused.push(reason),
    now: Date.now,
    arriveWithinMs,
  });
  const app = new App({ receiver, authorize: () => Promise.resolve({ botToken: 'xoxb-1' }) });
  app.command('/known', async ({ ack, command }) => {
    heard.push(command.text);
    await beforeAck;
    if (!lateAck) await ack(`heard ${command.text}`);
  });
  app.event('app_home_opened', async ({ body }) => {
    heard.push(body.event_id);
  });
  const started = await receiver.start();
  onTestFinished(async () => {
    await receiver.stop();
  });
  return {
    url: `http://127.0.0.1:${started.port}/slack/events`,
    port: started.port ?? 0,
    refused,
    heard,
    stop: () => receiver.stop(),
  };
}

/** The body of a slash command. */
export const command = (text: string) =>
  new URLSearchParams({ command: '/known', team_id: 'T1', user_id: 'U1', channel_id: 'C1', text }).toString();

export interface Posted {
  readonly body?: string | Buffer;
  readonly signed?: string | Buffer;
  readonly ageS?: number;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly path?: string;
}

/** Posts as Slack does, but for what is said otherwise. */
export async function post(url: string, posted: Posted = {}) {
  const { body = command('1001'), ageS = 0, headers, method = 'POST', path = '' } = posted;
  const signed = signedHeaders(posted.signed ?? body, { secret: posted.secret ?? secret, ageS });
  const response = await fetch(path ? new URL(path, url) : url, {
    method,
    ...(method === 'POST' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    headers: { 'content-type': FORM, ...signed, ...headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Sends bytes and resolves with whatever comes back until the other side ends it. */
export async function sendRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return answer;
}

export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

export const rawHead = (headers: Record<string, string | number>, line = 'POST /slack/events HTTP/1.1') =>
  `${[line, 'host: bot', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;
