import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger as BoltLogger, LogLevel, type RespondArguments } from '@slack/bolt';
import {
  type ChatPostMessageArguments,
  type ViewsPublishArguments,
  type ViewsUpdateArguments,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { MINUTE_MS } from '../account/time.ts';
import type { Instruments, SlackMethod } from '../operations/events.ts';
import type { ClosedTo } from '../words/en/watches.ts';

/** How long to wait for what, in milliseconds, while somebody waits for an answer. Tests set other limits far away. */
export const TIME_LIMITS = {
  /** From a request of Slack to its acknowledgement. Slack ignores a later one; on a socket it does so silently. */
  ack: 3_000,
  /** One call of the Web API, or one message through a `response_url`. */
  call: 3_000,
  /** Looking up who somebody is, which shortens the time for an answer inside the ack. */
  person: 1_500,
  /** The content of a window or Home, which says "loading" after that. A trigger lasts three seconds. */
  loading: 400,
  /** What the watches know about an account. The answer does not wait longer for it. */
  seen: 300,
  /** The unit of the wait before a call that failed is tried again: twice this, and doubled each time. */
  backOff: 300,
  /** Between the openings of the two sockets. */
  apart: 5 * 60_000,
};

/** Why a call to Slack failed. */
export interface SlackFailure {
  readonly kind: SlackErrorKind;
  /** Slack's error code, or ours if it has none: for logs and metrics. */
  readonly error: string;
  /** Slack's pointers to the blocks that it cannot draw. */
  readonly messages?: readonly string[];
  /** How long Slack asks to wait. */
  readonly retryAfterMs?: number;
}

/** The result of a call: Slack's answer, or why there is none. */
export type Called<T> = { readonly kind: 'done'; readonly value: T } | SlackFailure;

/** Calls to Slack with the bot token, and messages through a `response_url`. */
export type Web = ReturnType<typeof createWeb>;

/** Our faults and a broken installation are errors, passing failures are warnings, effects of what people do are neither. */
const LEVELS: { readonly [kind in SlackErrorKind]?: 'error' | 'warn' } = {
  global: 'error',
  malformed: 'error',
  passing: 'warn',
};

/** What an admin can do, by error code. With any other `global` code Slack refuses the token as a whole. */
const FIXES: Readonly<Record<string, string>> = {
  missing_scope: 'the Slack app lacks a scope: see manifest.yml and install the app again',
  no_such_subteam: 'a group of ALLOWED_USER_GROUPS or of a watch is not there: nobody is in it',
  accesslimited: 'Slack does not admit the app from this network: an admin has to allow its address',
};
/** A refusal of these says nothing about the bot token: one needs none, the other may need that of a person. */
const WITHOUT_BOT: readonly SlackMethod[] = ['response_url', 'dnd.teamInfo'];
const NEW_TOKEN = 'Slack refuses the bot token: install the app again and set SLACK_BOT_TOKEN';
/** What only an admin can fix is logged once in this time, however many calls and channels fail. */
const SAY_AGAIN_AFTER_MS = 10 * MINUTE_MS;

const REPLACED = { kind: 'gone', error: 'replaced' } as const;
const ATTEMPTS = 5;
/** Nobody looks any more at an answer whose next attempt is further away. */
const LONGEST_WAIT_MS = 10_000;
/** Text from outside may hold an address: Slack must not fetch it and show a channel what it finds. */
export const NO_PREVIEW = { unfurl_links: false, unfurl_media: false } as const;

export function createWeb(
  { auth, chat, views }: Pick<WebClient, 'auth' | 'chat' | 'views'>,
  { now, observe, log }: Instruments,
) {
  let tokenRefusal: string | undefined;
  /** What was logged as an error within that time. */
  const logged = new LRUCache<string, true>({
    max: 100,
    ttl: SAY_AGAIN_AFTER_MS,
    ttlResolution: 0,
    perf: { now },
  });
  /** The newest content of each person's Home and of each window, for far more than are changed at a time. */
  const newest = new LRUCache<string, object>({ max: 10_000 });
  /** Begins a Home or the update of a window, which no earlier one replaces. */
  const newDrawing = (id: string) => newest.set(id, {}).get(id);

  /** Calls a method. A failure is a value, already counted and logged. Never rejects. */
  async function callSlack<T>(method: SlackMethod, call: () => Promise<T>): Promise<Called<T>> {
    try {
      const value = await call();
      // A `response_url` works without the token.
      if (tokenRefusal !== undefined && method !== 'response_url') {
        log.info('Slack accepts the bot token again');
        tokenRefusal = undefined;
      }
      return { kind: 'done', value };
    } catch (thrown) {
      const failure = toSlackFailure(thrown);
      const { kind, error, messages } = failure;
      observe?.({ kind: 'slack-error', method, error });
      const isRefusal = kind === 'global' && !WITHOUT_BOT.includes(method) && FIXES[error] === undefined;
      if (isRefusal) tokenRefusal = error;
      const fix = isRefusal ? NEW_TOKEN : (FIXES[error] ?? 'a call to Slack failed');
      const key = `${method} ${error}`;
      const level = kind === 'global' && logged.has(key) ? 'debug' : (LEVELS[kind] ?? 'debug');
      if (level === 'error') logged.set(key, true);
      log[level]({ method, error, messages }, fix);
      return failure;
    }
  }

  const checkToken = () => callSlack('auth.test', () => auth.test());

  /**
   * Posts to a `response_url`; Bolt's own `respond` has neither a timeout nor a retry. `gone`: the URL was used five times,
   * is older than 30 minutes, or its message is gone; nothing more can be posted there. Blocks that Slack cannot draw are a
   * defect of ours, and the message goes out as plain text. Never rejects.
   */
  async function respond(responseUrl: string, message: RespondArguments): Promise<Called<void>> {
    // Without an answer it is unknown whether it was posted. Posting twice is better than never, except in a channel.
    const isRepeatable = message.replace_original === true || message.response_type !== 'in_channel';
    const called = await repeated(
      () => callSlack('response_url', () => postTo(responseUrl, message)),
      isRepeatable ? isPassing : isNotDone,
    );
    if (called.kind !== 'malformed' || !('blocks' in message)) return called;
    const { blocks: _blocks, ...plain } = message;
    return respond(responseUrl, plain);
  }

  /** Wraps a method of the client, so that its failures are values. */
  const method =
    <Args, Result>(name: SlackMethod, call: (args: Args) => Promise<Result>) =>
    (args: Args) =>
      callSlack(name, () => call(args));
  const post = method('chat.postMessage', chat.postMessage);
  const update = method('views.update', views.update);
  const publish = method('views.publish', views.publish);
  return {
    callSlack,
    respond,
    /** Messages that answer no request of Slack. */
    messages: {
      /** Slack accepts about one message a second in a channel. What it has not posted is tried again. */
      post: (args: ChatPostMessageArguments) => repeated(() => post({ ...NO_PREVIEW, ...args }), isNotDone),
      update: method('chat.update', chat.update),
    },
    views: {
      open: method('views.open', views.open),
      /** On top of the window that the trigger comes from. */
      push: method('views.push', views.push),
      /** Updates an open window unless there is a newer update. Retries as `publish` does. */
      update(args: ViewsUpdateArguments) {
        const id = 'view_id' in args ? args.view_id : args.external_id;
        const drawing = newDrawing(id);
        return repeated(async () => (newest.get(id) === drawing ? update(args) : REPLACED));
      },
      /** Publishes a Home unless there is a newer one. Retries passing failures while somebody may still be looking. */
      publish(args: ViewsPublishArguments, drawing = newDrawing(args.user_id)) {
        let { hash } = args;
        return repeated(
          // A view without a hash replaces whatever is there.
          async () => (hash || newest.get(args.user_id) === drawing ? publish({ ...args, hash }) : REPLACED),
          ({ kind, error }) => {
            // Slack may have this view already, with another hash.
            if (isUncertain(error)) hash = undefined;
            return kind === 'passing' || (error === 'hash_conflict' && hash === undefined);
          },
        );
      },
      newDrawing,
    },
    /** Asks Slack now whether it takes the bot token. Never rejects. */
    checkToken,
    /**
     * Slack's error code, such as `token_revoked`, while it refuses the token; undefined while it accepts it. While there
     * is one, each call asks Slack again: a load balancer that checks readiness may send no other request.
     */
    tokenRefusal() {
      if (tokenRefusal !== undefined) void checkToken();
      return tokenRefusal;
    },
  };
}

/** Retries passing failures until an attempt is done or fails for good. Waits as long as Slack asks. */
async function repeated<T>(attempt: () => Promise<Called<T>>, mayPass = isPassing): Promise<Called<T>> {
  for (let count = 1; ; count += 1) {
    const called = await attempt();
    if (called.kind === 'done' || !mayPass(called) || count === ATTEMPTS) return called;
    const waitMs = called.retryAfterMs ?? TIME_LIMITS.backOff * 2 ** count;
    if (waitMs > LONGEST_WAIT_MS) return called;
    await sleep(waitMs);
  }
}

/** A `response_url` that Slack does not know. Also shortly after the ack, when Slack will know it soon (bolt-js#1261). */
export const UNKNOWN_URL = 'http_404';

const UNCERTAIN: readonly string[] = ['timeout', 'network', 'not_json', 'internal_error', 'fatal_error'];
/** Whether Slack may have done what failed: its answer was lost, or says that it has failed itself. */
export const isUncertain = (error: string) => UNCERTAIN.includes(error) || error.startsWith('http_5');

const isPassing = ({ kind }: SlackFailure) => kind === 'passing';
const isNotDone = ({ kind, error }: SlackFailure) => kind === 'passing' && !isUncertain(error);

/** Throws as a call of the Web API does. */
async function postTo(responseUrl: string, message: RespondArguments): Promise<void> {
  const response = await fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMITS.call),
  });
  const { ok, status, headers } = response;
  const body = await response.text();
  // Slack says plain `ok` or `{"ok":true}` when it took the message, and also refuses with 200. Anything else, such as a
  // web page, comes from something in between.
  if (ok && /^\s*(?:ok\s*)?$|"ok"\s*:\s*true/.test(body)) return;
  if (status === 429) throw new WebAPIRateLimitedError(Number(headers.get('retry-after')));
  const error = /(?:^\s*|"error"\s*:\s*")([a-z_]{1,60})(?:"|\s*$)/.exec(body)?.[1];
  const isKnown = error !== undefined && (status !== 404 || slackErrorKind(error) !== 'passing');
  throw isKnown ? new WebAPIPlatformError({ ok: false, error }) : new WebAPIHTTPError(status, '', {}, '');
}

/** Reads what a call of the Web API, or `fetch`, threw. */
export function toSlackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIPlatformError) {
    const { error: code = '', response_metadata: more } = error.data;
    // Slack may call an expired trigger an invalid argument, too (node-slack-sdk#1131).
    const word = more?.messages?.some((one) => one.includes('`trigger_id`')) ? 'expired_trigger_id' : code;
    // A web page in its place comes from something in between.
    if (!/^[a-z_]{1,60}$/.test(word)) return { kind: 'passing', error: 'not_json' };
    return { kind: slackErrorKind(word), error: word, messages: more?.messages };
  }
  if (error instanceof WebAPIRateLimitedError) {
    return { kind: 'passing', error: 'ratelimited', retryAfterMs: error.retryAfter * 1_000 || undefined };
  }
  if (error instanceof WebAPIHTTPError) return { kind: 'passing', error: `http_${error.statusCode}` };
  const cause = error instanceof WebAPIRequestError ? error.original : error;
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return { kind: 'passing', error: isTimeout ? 'timeout' : 'network' };
}

/**
 * Options for calls while somebody waits, unless other limits are given. The client's own defaults are no timeout and ten
 * retries in half an hour. A new object each time, because clients write into it.
 */
export function webClientOptions(apiUrl: string, timeout = TIME_LIMITS.call, retries = 1): WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    timeout,
    // The number of requests under way already bounds what waits here.
    maxRequestConcurrency: 50,
    retryConfig: { retries, minTimeout: 200 },
    // Otherwise one rate-limited call pauses all others.
    rejectRateLimitedCalls: true,
  };
}

/**
 * Our log as Bolt and its clients expect it. Drops their debug lines at every level: they contain whole messages with
 * e-mail addresses, and headers. Keeps only the text or the error of other lines, no objects.
 */
export function toBoltLogger(log: Logger): BoltLogger {
  const nothing = () => {};
  const own = { debug: nothing, setLevel: nothing, setName: nothing, getLevel: () => LogLevel.INFO };
  return Object.assign(log.child({ from: 'bolt' }), own);
}

/** Why a call to Slack failed, by what that means for this app. */
export type SlackErrorKind = keyof typeof MEANINGS | 'passing';

/** Slack's error codes that mean more than "try again later". Every other code is passing. */
const MEANINGS = {
  /** Slack refuses the app, its installation, or one of its settings, wherever the call goes. An admin has to act. */
  global: [
    'account_inactive invalid_auth not_authed team_disabled token_expired token_revoked user_removed_from_team',
    'missing_scope not_allowed_token_type no_such_subteam team_access_not_granted ekm_access_denied',
    'org_login_required two_factor_setup_required enterprise_is_restricted accesslimited',
  ],
  /** This conversation, or this person, refuses messages from the app. */
  conversation: [
    'channel_not_found not_in_channel is_archived is_inactive messages_tab_disabled cannot_dm_bot',
    'restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel',
    'no_permission access_denied user_not_found user_not_visible user_disabled',
    'action_prohibited channel_is_archived posting_to_general_channel_denied',
  ],
  /** The conversation accepts messages, but no reply in this thread. */
  threadless: ['restricted_action_non_threadable_channel restricted_action_thread_locked'],
  /** What the call is about is gone or has changed: a message, its `response_url`, a view, a trigger. */
  gone: [
    'message_not_found thread_not_found used_url expired_url',
    'not_found view_not_found hash_conflict',
    'expired_trigger_id exchanged_trigger_id invalid_trigger_id trigger_expired trigger_exchanged',
    // Slack's answer was lost on its way, and the view is already open.
    'duplicate_external_id',
  ],
  /** The message is there, and can no longer be edited. */
  fixed: ['cant_update_message edit_window_closed block_mismatch'],
  /** Slack cannot draw what it was sent: a defect of ours. */
  malformed: [
    'invalid_arguments invalid_blocks invalid_blocks_format msg_blocks_too_long msg_too_long',
    'only_one_table_allowed view_too_large',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const KINDS = new Map(
  Object.entries(MEANINGS).flatMap(([kind, lines]) =>
    lines.flatMap((line) => line.split(' ')).map((word) => [word, kind as SlackErrorKind] as const),
  ),
);

/** What one of Slack's error codes means. */
const slackErrorKind = (word: string): SlackErrorKind => KINDS.get(word) ?? 'passing';

/** What a person can do about a conversation that refuses messages, by Slack's error. */
export function closedTo(word: string): ClosedTo {
  if (word === 'channel_not_found' || word === 'not_in_channel') return 'not-in-channel';
  return word === 'messages_tab_disabled' ? 'no-direct-messages' : 'closed';
}
