import { setTimeout as sleep } from 'node:timers/promises';
import type { RespondArguments } from '@slack/bolt';

/**
 * Posts to a `response_url`. `spent` is Slack's 404: used five times, older than 30 minutes, or its message gone; nothing
 * more can be said there. Throws ResponseUrlError when Slack refuses the message or stays unreachable.
 */
export type Respond = (responseUrl: string, message: RespondArguments) => Promise<'delivered' | 'spent'>;

/** A message that did not get through. Never holds the address: whoever has it can post. */
export class ResponseUrlError extends Error {
  readonly code = 'response_url_failed';
  /** Absent when there was no answer at all. */
  readonly status: number | undefined;
  /** Slack's own word, such as `invalid_blocks`. */
  readonly reason: string;

  constructor(reason: string, status?: number, options?: ErrorOptions) {
    super(`response_url: ${reason}`, options);
    this.name = 'ResponseUrlError';
    this.reason = reason;
    this.status = status;
  }
}

export interface RespondOptions {
  /** One attempt. Default 3,000. */
  readonly timeoutMs?: number;
  /** Doubled from attempt to attempt; there are three. Default 300. */
  readonly backOffMs?: number;
}

const ATTEMPTS = 3;
const LONGEST_WAIT_MS = 5_000;

/** A 404 with any other word may be a URL that Slack does not know yet, moments after the ack (bolt-js#1261). */
const SPENT = ['used_url', 'expired_url', 'message_not_found'];

type Attempt =
  | { readonly kind: 'delivered' | 'spent' }
  | {
      readonly kind: 'failed';
      readonly error: ResponseUrlError;
      readonly mayRepeat: boolean;
      readonly waitMs?: number;
    };

/** Bolt's own `respond` has neither a timeout nor a retry. */
export function createRespond({ timeoutMs = 3_000, backOffMs = 300 }: RespondOptions = {}): Respond {
  return async (responseUrl, message) => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await post(responseUrl, message, timeoutMs);
      if (result.kind !== 'failed') return result.kind;
      if (!result.mayRepeat || attempt === ATTEMPTS) {
        if (result.error.status === 404) return 'spent';
        throw result.error;
      }
      await sleep(Math.min(result.waitMs ?? backOffMs * 2 ** (attempt - 1), LONGEST_WAIT_MS));
    }
  };
}

async function post(responseUrl: string, message: RespondArguments, timeoutMs: number): Promise<Attempt> {
  // Without an answer nobody knows whether it got through. Twice is better than never, but not before a whole channel.
  const isRepeatable = message.replace_original === true || message.response_type !== 'in_channel';
  try {
    const response = await fetch(responseUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(response, await response.text(), isRepeatable);
  } catch (cause) {
    const reason = cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'network';
    const error = new ResponseUrlError(reason, undefined, { cause });
    return { kind: 'failed', error, mayRepeat: isRepeatable || wasNeverSent(cause) };
  }
}

const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** Whether no connection came about: fetch puts the reason one level down. */
function wasNeverSent(error: unknown): boolean {
  const reason = error instanceof Error ? error.cause : undefined;
  return reason instanceof Error && 'code' in reason && NEVER_SENT.includes(String(reason.code));
}

function readAnswer({ ok, status, headers }: Response, body: string, isRepeatable: boolean): Attempt {
  const refusal = refusalIn(body) ?? (ok ? undefined : 'refused');
  if (refusal === undefined) return { kind: 'delivered' };
  if (status === 404 && SPENT.includes(refusal)) return { kind: 'spent' };
  const error = new ResponseUrlError(refusal, status);
  const waitMs = Number(headers.get('retry-after') ?? 0) * 1000;
  // Nothing was done with a 404 or a 429; a 5xx leaves it open.
  const mayRepeat = status === 404 || status === 429 || (isRepeatable && status >= 500);
  return { kind: 'failed', error, mayRepeat, ...(waitMs > 0 && { waitMs }) };
}

/** Slack also refuses with 200 and `{"ok":false}`, and says plain `ok` or `{"ok":true}` when it took the message. */
function refusalIn(body: string): string | undefined {
  const word = /^\s*([a-z_]{1,80})\s*$/.exec(body)?.[1] ?? /"error"\s*:\s*"([a-z_]{1,80})"/.exec(body)?.[1];
  if (word !== undefined && word !== 'ok') return word;
  return /"ok"\s*:\s*false/.test(body) ? 'refused' : undefined;
}
