import { setTimeout as sleep } from 'node:timers/promises';
import type { RespondArguments } from '@slack/bolt';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Observe } from '../../domain/events.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import { failureOf } from './slack-failure.ts';

/**
 * Posts to a `response_url`. `expired` is Slack's 404: used five times, older than 30 minutes, or its message gone; nothing
 * more can be said there. Throws ResponseUrlError when Slack refuses the message or stays unreachable.
 */
export type Respond = (responseUrl: string, message: RespondArguments) => Promise<'delivered' | 'expired'>;

/** A message that did not get through. Never holds the address: anyone who has it can post. */
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
  readonly observe?: Observe;
  readonly log: Logger;
  /** One attempt. Default 3,000. */
  readonly timeoutMs?: number;
  /** Doubled from attempt to attempt, unless Slack says how long to wait. Default 300. */
  readonly backOffMs?: number;
}

const ATTEMPTS = 5;
/** No attempt begins later: within this people still look at the answer. */
const GIVE_UP_AFTER_MS = 20_000;

/** A 404 with any other word may be a URL that Slack does not know yet, moments after the ack (bolt-js#1261). */
const EXPIRED = ['used_url', 'expired_url', 'message_not_found'];

type Attempt =
  | { readonly kind: 'delivered' | 'expired' }
  | {
      readonly kind: 'failed';
      readonly error: ResponseUrlError;
      readonly messages?: readonly string[];
      readonly mayRepeat: boolean;
      readonly waitMs?: number;
    };

/**
 * Bolt's own `respond` has neither a timeout nor a retry. Blocks that Slack cannot draw are a fault of ours: the message
 * goes out as its plain text, and Slack's pointer into the log.
 */
export function createRespond(options: RespondOptions): Respond {
  const { observe, log } = options;
  return async (responseUrl, message) => {
    let result = await attempts(responseUrl, message, options);
    if (result.kind === 'failed') {
      const { reason, status } = result.error;
      observe?.({ kind: 'slack-error', method: 'response_url', error: reason });
      const isOurs = failureOf(reason).kind === 'malformed' && 'blocks' in message;
      const facts = { error: reason, status, messages: result.messages };
      log[isOurs ? 'error' : 'warn'](facts, 'Slack did not take a message');
      if (isOurs) result = await attempts(responseUrl, withoutBlocks(message), options);
    }
    if (result.kind === 'expired') observe?.({ kind: 'slack-error', method: 'response_url', error: 'spent' });
    if (result.kind !== 'failed') return result.kind;
    if (result.error.status === 404) return 'expired';
    throw result.error;
  };
}

/** Repeats what may be repeated. */
async function attempts(
  responseUrl: string,
  message: RespondArguments,
  { timeoutMs = TIME_LIMITS.call, backOffMs = 300 }: RespondOptions,
): Promise<Attempt> {
  const startedAtMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const result = await post(responseUrl, message, timeoutMs);
    if (result.kind !== 'failed' || !result.mayRepeat || attempt === ATTEMPTS) return result;
    const waitMs = result.waitMs ?? backOffMs * 2 ** (attempt - 1);
    if (performance.now() - startedAtMs + waitMs > GIVE_UP_AFTER_MS) return result;
    await sleep(waitMs);
  }
}

function withoutBlocks(message: RespondArguments & { readonly blocks?: unknown }): RespondArguments {
  const { blocks: _blocks, ...plain } = message;
  return plain;
}

async function post(responseUrl: string, message: RespondArguments, timeoutMs: number): Promise<Attempt> {
  // Without an answer it is unknown whether the message arrived. Posting twice is better than never, but not in a
  // channel.
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
  if (status === 404 && EXPIRED.includes(refusal)) return { kind: 'expired' };
  const error = new ResponseUrlError(refusal, status);
  const waitMs = Number(headers.get('retry-after') ?? 0) * 1000;
  const messages = messagesIn(body);
  // After a 404 or 429 nothing was posted; a 5xx, or Slack's word for one, leaves it open.
  const isOpen = status >= 500 || failureOf(refusal).kind === 'passing';
  const mayRepeat = status === 404 || status === 429 || (isRepeatable && isOpen);
  return { kind: 'failed', error, mayRepeat, messages, waitMs: waitMs > 0 ? waitMs : undefined };
}

const MESSAGES = z.object({ messages: z.array(z.string()) });

/** Where Slack points to what it cannot draw: beside the word or, as in the Web API, one level down. */
function messagesIn(body: string): readonly string[] | undefined {
  try {
    const answer = z
      .union([MESSAGES, z.object({ response_metadata: MESSAGES })])
      .safeParse(JSON.parse(body)).data;
    return answer && ('messages' in answer ? answer.messages : answer.response_metadata.messages);
  } catch {
    return undefined; // A plain word or a web page.
  }
}

/**
 * Slack also refuses with 200 and `{"ok":false}`, and says plain `ok` or `{"ok":true}` when it took the message. A web page
 * is from something in between, and Slack has not seen the message.
 */
function refusalIn(body: string): string | undefined {
  const word = /^\s*([a-z_]{1,80})\s*$/.exec(body)?.[1] ?? /"error"\s*:\s*"([a-z_]{1,80})"/.exec(body)?.[1];
  if (word !== undefined && word !== 'ok') return word;
  if (/^\s*</.test(body)) return 'not_json';
  return /"ok"\s*:\s*false/.test(body) ? 'refused' : undefined;
}
