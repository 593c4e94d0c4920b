import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { readBody } from '../net/request.ts';

/** A call that a target has accepted. */
export interface ArrivedCall {
  readonly target: TargetName;
  readonly action: string;
  /** The same for all calls about an incident. */
  readonly incident: string;
  /** The same for each attempt: PagerDuty and ntfy have only that of the incident and the action. */
  readonly key: string;
  /** Empty where the target gets none. */
  readonly title: string;
  readonly account?: string;
}

type TargetName = 'pagerduty' | 'ntfy' | 'webhook';

/** What happens in place of an answer: nothing, or the connection breaks after the call was accepted. */
export type TargetFault =
  | { readonly kind: 'hangs' | 'answer-lost' }
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export type LocalTargets = Awaited<ReturnType<typeof startTargets>>;

interface TargetsOptions {
  readonly port?: number;
  /** Epoch milliseconds. A signature that is older than five minutes is refused. */
  readonly now?: () => number;
  readonly onArrived?: (call: ArrivedCall) => void;
}

const MAX_BYTES = 65_536;
const SIGNED_WITHIN_S = 300;
const ROUTING_KEY = '0123456789abcdef0123456789abcdef';
const NTFY_TOKEN = 'tk_sandbox';
const TOPIC = 'backups';
const SECRET = Buffer.from('the secret of the local webhook.');

/** Events API v2: https://developer.pagerduty.com/docs/send-alert-event */
const EVENT = z.strictObject({
  routing_key: z.literal(ROUTING_KEY),
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: z.string().min(1).max(255),
  client: z.string().optional(),
  client_url: z.url().optional(),
  links: z.array(z.strictObject({ href: z.url(), text: z.string().optional() })).optional(),
  payload: z
    .strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime().optional(),
      component: z.string().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

/** https://docs.ntfy.sh/publish/#publish-as-json */
const MESSAGE = z.strictObject({
  topic: z.literal(TOPIC),
  title: z.string().max(250),
  message: z.string().max(4_096),
  priority: z.int().min(1).max(5),
  tags: z.array(z.string()).optional(),
  click: z.url().optional(),
  sequence_id: z.string().regex(/^[-\w]{1,64}$/),
});

/** https://www.standardwebhooks.com, with the data of ours as docs/operate.md shows it. */
const HOOK = z.strictObject({
  type: z.enum(['trigger', 'acknowledge', 'resolve']),
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    incident: z.string(),
    account: z.string(),
    level: z.literal('critical'),
    title: z.string(),
    since: z.iso.datetime().optional(),
  }),
});

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new Refused(400);
  }
}

type Receive = (
  body: string,
  headers: IncomingMessage['headers'],
  nowMs: number,
) => { readonly call: Omit<ArrivedCall, 'target'>; readonly status: number; readonly answer: unknown };

/** By path. */
const RECEIVERS: Readonly<Record<string, readonly [TargetName, Receive]>> = {
  '/pagerduty/v2/enqueue': [
    'pagerduty',
    (body) => {
      const { event_action: action, dedup_key, payload } = parse(EVENT, body);
      if (action === 'trigger' && payload === undefined) throw new Refused(400);
      const call = {
        action,
        incident: dedup_key,
        key: `${action} ${dedup_key}`,
        title: payload?.summary ?? '',
      };
      const answer = { status: 'success', message: 'Event processed', dedup_key };
      return { call: { ...call, account: payload?.source }, status: 202, answer };
    },
  ],
  '/ntfy/': [
    'ntfy',
    (body, { authorization }, nowMs) => {
      if (authorization !== `Bearer ${NTFY_TOKEN}`) throw new Refused(403);
      const { topic, title, priority, sequence_id: incident } = parse(MESSAGE, body);
      const action = priority === 5 ? 'trigger' : 'follow-up';
      const answer = { id: randomUUID(), time: Math.floor(nowMs / 1_000), event: 'message', topic };
      return { call: { action, incident, key: `${title} ${incident}`, title }, status: 200, answer };
    },
  ],
  '/webhook': [
    'webhook',
    (body, headers, nowMs) => {
      const [id, time, signature] = ['id', 'timestamp', 'signature'].map(
        (name) => headers[`webhook-${name}`],
      );
      const expected = createHmac('sha256', SECRET).update(`${id}.${time}.${body}`).digest();
      const given = Buffer.from(String(signature).replace(/^v1,/, ''), 'base64');
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isOurs || Math.abs(nowMs / 1_000 - Number(time)) > SIGNED_WITHIN_S) throw new Refused(401);
      const { type: action, data } = parse(HOOK, body);
      const { incident, account, title } = data;
      return { call: { action, incident, account, title, key: String(id) }, status: 204, answer: undefined };
    },
  ],
};

/** A PagerDuty, an ntfy and a receiver of signed webhooks on one port, each strict about what is published of it. */
export async function startTargets({ port = 0, now = Date.now, onArrived }: TargetsOptions = {}) {
  const arrived: ArrivedCall[] = [];
  /** Requests, accepted or not. */
  const requested = { pagerduty: 0, ntfy: 0, webhook: 0 };
  const faults: Partial<Record<TargetName, TargetFault>> = {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [target, receive] = RECEIVERS[request.url ?? ''] ?? [];
    if (target === undefined || receive === undefined || request.method !== 'POST') throw new Refused(404);
    requested[target] += 1;
    const body = (await readBody(request, MAX_BYTES)) ?? '';
    const fault = faults[target];
    if (fault?.kind === 'hangs') return;
    if (fault?.kind === 'answers')
      return void response.writeHead(fault.status, fault.headers).end(fault.body);
    const { call, status, answer: given } = receive(body, request.headers, now());
    arrived.push({ target, ...call });
    onArrived?.({ target, ...call });
    if (fault !== undefined) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(given && JSON.stringify(given));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refused ? error.status : 500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    arrived,
    requested,
    /** What a target does from now on instead of answering; without a fault it answers again. */
    setFault(target: TargetName, fault?: TargetFault) {
      faults[target] = fault;
    },
    /** The settings of a bot that uses them. */
    settings: {
      PAGERDUTY_ROUTING_KEY: ROUTING_KEY,
      PAGERDUTY_URL: `${url}/pagerduty`,
      NTFY_URL: `${url}/ntfy/${TOPIC}`,
      NTFY_TOKEN,
      WEBHOOK_URL: `${url}/webhook`,
      WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}`,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
