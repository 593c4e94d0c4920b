// targets/ owns the calls to the targets that operators configure: PagerDuty, ntfy, a webhook. Only settings decide where a
// call goes. It must never know Slack, the service or the database.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { Settings } from '../settings.ts';
import { type Delivery, TARGETS, type Target, type TargetAnswer } from '../watch/watch-list.ts';

/** The content of a call to a target. */
export interface TargetMessage extends Pick<Delivery, 'action' | 'incidentId' | 'accountId' | 'key'> {
  /** The title of the alert in Slack. */
  readonly title: string;
  /** Since when, as text. */
  readonly text: string;
  /** Since when the account is not fine, epoch milliseconds. Absent: no longer known. */
  readonly sinceMs?: number;
}

export type Targets = ReturnType<typeof createTargets>;

interface TargetRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the target answers with 2xx when it has accepted a call, as a proxy does not. Absent: anything. */
  readonly accepted?: z.ZodType;
}

const CONNECT_WITHIN_MS = 5_000;
/** Shorter than the lease of a claim. */
const CALL_WITHIN_MS = 10_000;
/** Longer than any expected answer. */
const MAX_ANSWER_BYTES = 65_536;
/** Errors after which nothing was sent: no connection, or a refused certificate. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_)|CERT/;

/** The setting without which a target is not called. */
const SET_BY = { pagerduty: 'PAGERDUTY_ROUTING_KEY', ntfy: 'NTFY_URL', webhook: 'WEBHOOK_URL' } as const;

/** Creates the calls to the configured targets. */
export function createTargets(settings: Settings, now: () => number, log: Logger) {
  const agent = new Agent({ connect: { timeout: CONNECT_WITHIN_MS }, maxResponseSize: MAX_ANSWER_BYTES });

  /** Makes one attempt. Redirects are not followed: they would lead to an address that nobody has configured. */
  async function send({ url, headers, body, accepted }: TargetRequest): Promise<TargetAnswer> {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        dispatcher: agent,
        signal: AbortSignal.timeout(CALL_WITHIN_MS),
      });
      const { statusCode: status } = answer;
      if (accepted === undefined && status < 300) {
        // What a webhook says does not matter, nor whether all of it arrives.
        await answer.body.dump().catch(() => {});
        return { kind: 'sent' };
      }
      const text = await answer.body.text();
      const reason = `http_${status}`;
      if (status === 429) return { kind: 'held', reason };
      // A wrong key, or a wrong address: nothing is accepted until somebody corrects it.
      if (status >= 300 && status < 500) return { kind: 'stopped', reason };
      if (status >= 500) return { kind: 'unconfirmed', reason };
      accepted?.parse(JSON.parse(text));
      return { kind: 'sent' };
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      // A timeout has a number as its code. Errors without any are those of an answer that is not the target's.
      const unknown = name === 'TimeoutError' ? name : 'unexpected_answer';
      const reason = typeof code === 'string' ? code : unknown;
      return { kind: NOT_CONNECTED.test(reason) ? 'held' : 'unconfirmed', reason };
    }
  }

  return {
    /** The configured targets. */
    names: TARGETS.filter((target) => settings[SET_BY[target]] !== undefined),
    /** Makes one attempt. Never rejects, and settles within 10 s. */
    async call(target: Target, message: TargetMessage): Promise<TargetAnswer> {
      const { kind, reason } = await send(REQUESTS[target](message, settings, now()));
      if (kind !== 'sent') log.warn({ target, result: kind, reason }, 'a target was not reached');
      return { kind, reason };
    },
    /** Sends a test alert. In PagerDuty somebody has to resolve it. */
    test(target: Target, title: string): Promise<TargetAnswer> {
      const key = randomUUID();
      const delivery = { action: 'trigger', incidentId: key, accountId: 'test' } as const;
      return this.call(target, { ...delivery, key, title, text: '', sinceMs: now() });
    },
    /** Ends running calls. */
    close: () => agent.destroy(),
  };
}

/** The same for all calls about an incident, but without its account. 64 hexadecimal digits, which every target accepts. */
const incidentKey = ({ incidentId }: TargetMessage) => createHash('sha256').update(incidentId).digest('hex');

const iso = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString());

const REQUESTS: Readonly<
  Record<Target, (call: TargetMessage, settings: Settings, nowMs: number) => TargetRequest>
> = {
  /** Events API v2: https://developer.pagerduty.com/docs/events-api-v2-overview */
  pagerduty: (call, { PAGERDUTY_ROUTING_KEY: routing_key, PAGERDUTY_URL: url }) => ({
    url: `${url}/v2/enqueue`,
    accepted: z.object({ status: z.literal('success') }),
    body: JSON.stringify({
      routing_key,
      event_action: call.action,
      dedup_key: incidentKey(call),
      client: 'backup-status',
      ...(call.action === 'trigger' && {
        payload: {
          summary: call.title,
          source: call.accountId,
          severity: 'critical',
          timestamp: iso(call.sinceMs),
          custom_details: { account: call.accountId, level: 'critical', since: iso(call.sinceMs) },
        },
      }),
    }),
  }),
  /** https://docs.ntfy.sh/publish/#publish-as-json. Calls about one incident replace each other where ntfy can do that. */
  ntfy: (call, { NTFY_URL: url = '', NTFY_TOKEN: token }) => {
    const [topic = ''] = url.split('/').slice(-1);
    return {
      url: url.slice(0, -topic.length),
      headers: token === undefined ? undefined : { authorization: `Bearer ${token}` },
      accepted: z.object({ event: z.literal('message') }),
      body: JSON.stringify({
        topic,
        title: call.title,
        // Without a text, ntfy shows “triggered”.
        message: call.text || call.title,
        priority: NTFY_PRIORITY[call.action],
        sequence_id: incidentKey(call),
      }),
    };
  },
  /** https://www.standardwebhooks.com: the id, the time and the body are signed. */
  webhook: (call, { WEBHOOK_URL: url = '', WEBHOOK_SECRET: secret = '' }, nowMs) => {
    const id = createHash('sha256').update(call.key).digest('hex');
    const seconds = String(Math.floor(nowMs / 1_000));
    const { accountId: account, title, sinceMs } = call;
    const data = { incident: incidentKey(call), account, level: 'critical', title, since: iso(sinceMs) };
    const body = JSON.stringify({ type: call.action, timestamp: iso(nowMs), data });
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    return {
      url,
      headers: { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` },
      body,
    };
  },
};

/** `trigger` has to wake somebody; the others only update what is shown. */
const NTFY_PRIORITY = { trigger: 5, acknowledge: 2, resolve: 2 } as const;
