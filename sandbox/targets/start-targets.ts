import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { listen, readBody } from '../net.ts';
import { parseJson } from '../slack/server/json.ts';

/** A call that a target has accepted. */
export interface ArrivedCall {
  readonly target: TargetName;
  readonly action: string;
  /** The same for all calls of an incident. */
  readonly incident: string;
  /** The same for every attempt. PagerDuty and ntfy have only the key of the incident and the action. */
  readonly key: string;
  /** Empty for targets that get no title. */
  readonly title: string;
  readonly account?: string;
}

type TargetName = 'pagerduty' | 'ntfy' | 'webhook';

/** What happens instead of an answer: nothing, or the connection breaks after the call was accepted. */
export type TargetFault =
  | { readonly kind: 'hangs' | 'answer-lost' }
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export type LocalTargets = Awaited<ReturnType<typeof startTargets>>;

const JSON_TYPE = { 'content-type': 'application/json' };
const MAX_BYTES = 65_536;
const SIGNED_WITHIN_S = 300;
const ROUTING_KEY = '0123456789abcdef0123456789abcdef';
const NTFY_TOKEN = 'tk_sandbox';
const TOPIC = 'backups';
const SECRET = Buffer.from('the secret of the local webhook.');

/** Events API v2, the fields that our app sends: https://github.com/PagerDuty/api-schema/blob/main/reference/events-v2/openapiv3.json */
const EVENT = z
  .strictObject({
    routing_key: z
      .string()
      .length(32, "Length of 'routing_key' is incorrect (should be 32 characters)")
      .refine((key) => key.length !== 32 || key === ROUTING_KEY, 'Invalid routing key'),
    event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
    dedup_key: z.string().min(1).max(255).optional(),
    client: z.string().optional(),
    payload: z
      .strictObject({
        summary: z.string().min(1).max(1_024),
        source: z.string().min(1),
        severity: z.enum(['critical', 'error', 'warning', 'info']),
        timestamp: z.iso.datetime({ offset: true }).optional(),
        custom_details: z.record(z.string(), z.unknown()).optional(),
      })
      .optional(),
  })
  .refine((event) => event.event_action !== 'trigger' || event.payload, "'payload' is missing or blank")
  .refine((event) => event.event_action === 'trigger' || event.dedup_key, "'dedup_key' is missing or blank");

/** https://docs.ntfy.sh/publish/#publish-as-json, and which error is for what: server/errors.go of binwiederhier/ntfy. */
const MESSAGE = z.strictObject({
  topic: z.string().regex(/^[-\w]{1,64}$/),
  title: z.string().max(250),
  /** The real one takes an empty text, and shows “triggered” in its place. */
  message: z.string().min(1).max(4_096),
  priority: z.int().min(1).max(5).optional(),
  tags: z.array(z.string()).optional(),
  click: z.url().optional(),
  sequence_id: z.string().regex(/^[-\w]{1,64}$/),
});
/** By the name of the invalid field. All other mistakes get the error of the body. */
const NTFY_ERRORS: Readonly<Record<string, readonly [code: number, error: string]>> = {
  topic: [40_009, 'invalid request: topic invalid'],
  priority: [40_007, 'invalid priority parameter'],
  sequence_id: [40_049, 'invalid request: sequence ID invalid'],
  unauthorized: [40_101, 'unauthorized'],
  forbidden: [40_301, 'forbidden'],
};

/** https://www.standardwebhooks.com, with our data as in docs/operate.md. */
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

/** An error of the real service. */
const refused = (status: number, answer?: unknown) =>
  Object.assign(new Error(`refused with ${status}`), { status, answer });
type Refused = ReturnType<typeof refused>;

function refusedByNtfy(what: string): Refused {
  const [code, error] = NTFY_ERRORS[what] ?? [40_024, 'invalid request: request body must be valid JSON'];
  const http = Math.floor(code / 100);
  return refused(http, { code, http, error });
}

/** Parses a body. `refusal`: creates the error for a wrong shape; without issues for invalid JSON. */
function parse<T>(schema: z.ZodType<T>, body: string, refusal: (issues: z.core.$ZodIssue[]) => Refused): T {
  const value = parseJson(body);
  if (value === undefined) throw refusal([]);
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw refusal(error.issues);
}

type Receive = (body: string, headers: IncomingMessage['headers'], nowMs: number) => Received;
type Received = {
  readonly call: Omit<ArrivedCall, 'target'>;
  readonly status: number;
  readonly answer: unknown;
};

const receiveEvent: Receive = (body) => {
  const event = parse(EVENT, body, (issues) => {
    const errors = issues.length > 0 ? issues.map(({ message }) => message) : ['JSON parse error'];
    return refused(400, { status: 'invalid event', message: 'Event object is invalid', errors });
  });
  const { event_action: action, dedup_key = randomUUID(), payload } = event;
  const call = { action, incident: dedup_key, key: `${action} ${dedup_key}`, title: payload?.summary ?? '' };
  const answer = { status: 'success', message: 'Event processed', dedup_key };
  return { call: { ...call, account: payload?.source }, status: 202, answer };
};

const receiveMessage: Receive = (body, { authorization }, nowMs) => {
  const message = parse(MESSAGE, body, (issues) => refusedByNtfy(String(issues[0]?.path[0])));
  const { topic, title, priority, sequence_id: incident } = message;
  if (authorization !== undefined && authorization !== `Bearer ${NTFY_TOKEN}`)
    throw refusedByNtfy('unauthorized');
  if (authorization === undefined || topic !== TOPIC) throw refusedByNtfy('forbidden');
  const action = priority === 5 ? 'trigger' : 'follow-up';
  const answer = { id: randomUUID(), time: Math.floor(nowMs / 1_000), event: 'message', ...message };
  return { call: { action, incident, key: `${title} ${incident}`, title }, status: 200, answer };
};

/** Verifies as the Standard Webhooks libraries do: any of the signatures, within five minutes. */
const receiveHook: Receive = (body, headers, nowMs) => {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  const expected = createHmac('sha256', SECRET).update(`${id}.${time}.${body}`).digest('base64');
  const isOurs = String(signatures).split(' ').includes(`v1,${expected}`);
  const isRecent = Math.abs(nowMs / 1_000 - Number(time)) <= SIGNED_WITHIN_S;
  if (!id || !isOurs || !isRecent) throw refused(401, { error: 'no signature of ours' });
  const { type: action, data } = parse(HOOK, body, () => refused(400, { error: 'not of this form' }));
  const { incident, account, title } = data;
  return { call: { action, incident, account, title, key: String(id) }, status: 204, answer: undefined };
};

/** The receivers, by path. */
const RECEIVERS: Readonly<Record<string, readonly [TargetName, Receive]>> = {
  '/pagerduty/v2/enqueue': ['pagerduty', receiveEvent],
  '/ntfy/': ['ntfy', receiveMessage],
  '/webhook': ['webhook', receiveHook],
};

/**
 * A PagerDuty, an ntfy and a receiver of signed webhooks on one port, each of which refuses what the real one refuses, and a
 * field that is not published. `now`: epoch milliseconds.
 */
export async function startTargets({
  now = Date.now,
  onArrived = () => {},
}: {
  now?: () => number;
  onArrived?: (call: ArrivedCall) => void;
} = {}) {
  const arrived: ArrivedCall[] = [];
  /** The number of requests, accepted or not. */
  const requested = { pagerduty: 0, ntfy: 0, webhook: 0 };
  const faults: Partial<Record<TargetName, TargetFault>> = {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [target, receive] = RECEIVERS[request.url ?? ''] ?? [];
    if (target === undefined || receive === undefined || request.method !== 'POST') throw refused(404);
    requested[target] += 1;
    const body = (await readBody(request, MAX_BYTES)) ?? '';
    const fault = faults[target];
    if (fault?.kind === 'hangs') return;
    if (fault?.kind === 'answers')
      return void response.writeHead(fault.status, fault.headers).end(fault.body);
    const { call, status, answer: given } = receive(body, request.headers, now());
    arrived.push({ target, ...call });
    onArrived({ target, ...call });
    if (fault !== undefined) return void request.socket.destroy();
    response.writeHead(status, JSON_TYPE).end(given && JSON.stringify(given));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status = 500, answer: why } = error as Partial<Refused>;
      response.writeHead(status, JSON_TYPE).end(why && JSON.stringify(why));
    });
  });
  const { origin: url, close } = await listen(server);
  return {
    url,
    arrived,
    requested,
    /** What a target does instead of answering, until called without a fault. */
    setFault(target: TargetName, fault?: TargetFault) {
      faults[target] = fault;
    },
    /** The settings with which a bot calls these targets. */
    settings: {
      PAGERDUTY_ROUTING_KEY: ROUTING_KEY,
      PAGERDUTY_URL: `${url}/pagerduty`,
      NTFY_URL: `${url}/ntfy/${TOPIC}`,
      NTFY_TOKEN,
      WEBHOOK_URL: `${url}/webhook`,
      WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}`,
    },
    close,
  };
}
