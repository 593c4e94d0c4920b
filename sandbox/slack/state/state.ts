import { LRUCache } from 'lru-cache';
import { createFaults } from '../../faults.ts';
import { Refused } from '../refused.ts';
import type { ApiFault, TrafficRecord } from '../server/delivery.ts';
import { createChanges } from './changes.ts';
import { createIds, type Ids } from './ids.ts';
import { createMessages } from './messages.ts';
import { createViews } from './views.ts';
import { createWorkspace } from './workspace.ts';

/** The record of a trigger_id: who acted, and in which modal if in one. */
export interface Trigger {
  readonly userId: string;
  readonly fromViewId?: string | undefined;
  /** The conversation that the person was looking at; undefined in Home. */
  readonly channelId?: string | undefined;
}

/** The record of a response_url. */
interface ResponseUrl {
  readonly userId: string;
  readonly channelId: string;
  /** The message whose element was used; absent for commands, whose typed line no app can change. */
  readonly originalTs?: string;
}

const URL_LIFETIME_MS = 30 * 60 * 1000;
const URL_USES = 5;
const TICKET_LIFETIME_MS = 30_000;
const SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read'];
/** How many triggers, response_urls and exchanges are kept, each: a sandbox may run for days. */
const KEPT = 2_000;

/** The whole state of the local Slack. */
export type SlackState = ReturnType<typeof createState>;

/** The options of a local Slack. */
export interface SlackSetup {
  /** The clock of all lifetimes and timestamps, in ms. Acknowledgement timeouts use real time. */
  readonly now?: () => number;
  /** Bot scopes; `commands`, `chat:write` and `users:read` by default. */
  readonly scopes?: readonly string[];
  /** The slash commands that the app's manifest declares; absent: any. */
  readonly commands?: readonly string[];
  /** The declared message shortcuts; absent: any. */
  readonly shortcuts?: readonly { readonly callback_id: string }[];
  /** Full members besides the four people; none by default. */
  readonly extraMembers?: number;
  /** The locale of everybody; by default Bora's is Turkish and all others' English. */
  readonly locale?: string | undefined;
  /** How long a modal can be opened after a command or press, in ms; 3000 by default, as in Slack. */
  readonly triggersLastMs?: number;
}

/** `origin`: the local Slack's own address, such as `http://127.0.0.1:4000`. */
export function createState(origin: string, setup: SlackSetup) {
  const { now = Date.now, scopes = SCOPES, commands, shortcuts, triggersLastMs = 3_000 } = setup;
  const ids = createIds(now);
  const changes = createChanges();
  const traffic: TrafficRecord[] = [];
  const workspace = createWorkspace(setup.extraMembers, setup.locale);
  const credentials = {
    botToken: `xoxb-${ids.number()}-${ids.secret(24)}`,
    appToken: `xapp-1-${workspace.appId}-${ids.number()}-${ids.secret(64)}`,
    signingSecret: ids.secret(32),
    /** The deprecated `token` of every payload. */
    verificationToken: ids.secret(24),
  };
  return {
    origin,
    now,
    ids,
    tickets: createTickets(ids, now),
    workspace,
    credentials,
    scopes,
    commands,
    shortcuts,
    changes,
    messages: createMessages(ids, changes, now),
    views: createViews(ids, changes, now, workspace),
    triggers: createTriggers(ids, now, triggersLastMs),
    responseUrls: createResponseUrls(ids, now, `${origin}/{kind}/${workspace.team.id}`),
    /** The error code for the bot token; undefined while the token is valid. */
    tokenRefusal: undefined as 'token_revoked' | 'account_inactive' | undefined,
    /** When chat.postMessage last posted, by channel. */
    postedAtMs: new Map<string, number>(),
    /** By Web API method such as `views.open`, or `response_url`. */
    faults: createFaults<ApiFault, { readonly method: string }>(),
    /** The newest exchanges with the app, oldest first. */
    traffic,
    record(exchange: Unstamped<TrafficRecord>) {
      traffic.push({ ...exchange, atMs: now() });
      traffic.splice(0, traffic.length - KEPT);
      changes.notify();
    },
  };
}

type Unstamped<Record> = Record extends unknown ? Omit<Record, 'atMs'> : never;

/** Each ticket of a socket's address is good for one connection within thirty seconds. */
function createTickets(ids: Ids, now: () => number) {
  const issued = new Map<string, number>();
  return {
    issue(): string {
      const ticket = ids.secret(32);
      issued.set(ticket, now());
      return ticket;
    },
    /** Whether it is good. Uses it up. */
    isGood(ticket: string): boolean {
      const issuedAtMs = issued.get(ticket) ?? Number.NEGATIVE_INFINITY;
      return issued.delete(ticket) && now() - issuedAtMs <= TICKET_LIFETIME_MS;
    },
  };
}

/** Each trigger is valid once, for `lifetimeMs` of `now`. */
function createTriggers(ids: Ids, now: () => number, lifetimeMs: number) {
  const issued = new LRUCache<string, Trigger & { issuedAtMs: number; isExchanged: boolean }>({ max: KEPT });
  return {
    issue(trigger: Trigger): string {
      const triggerId = `${Math.floor(now() / 1000)}.${ids.number()}.${ids.secret(32)}`;
      issued.set(triggerId, { ...trigger, issuedAtMs: now(), isExchanged: false });
      return triggerId;
    },
    /** Uses the trigger up. */
    exchange(triggerId: string): Trigger {
      const trigger = issued.get(triggerId);
      if (!trigger) throw new Refused('invalid_trigger_id');
      if (trigger.isExchanged) throw new Refused('exchanged_trigger_id');
      if (now() - trigger.issuedAtMs > lifetimeMs) throw new Refused('expired_trigger_id');
      trigger.isExchanged = true;
      return trigger;
    },
  };
}

/** Each response_url is valid for five posts within thirty minutes of `now`. */
function createResponseUrls(ids: Ids, now: () => number, base: string) {
  const issued = new LRUCache<
    string,
    { grant: ResponseUrl; issuedAtMs: number; uses: number; isOpen: boolean }
  >({ max: KEPT });
  return {
    issue(grant: ResponseUrl): string {
      const kind = grant.originalTs === undefined ? 'commands' : 'actions';
      const url = `${base.replace('{kind}', kind)}/${ids.number()}/${ids.secret(24)}`;
      issued.set(new URL(url).pathname, { grant, issuedAtMs: now(), uses: 0, isOpen: false });
      return url;
    },
    /** Activates a URL: Slack accepts posts only after the acknowledgement. */
    open(url: string): void {
      const entry = issued.get(URL.parse(url)?.pathname ?? '');
      if (entry) entry.isOpen = true;
    },
    /** Counts one use of the URL with this path. */
    use(path: string): ResponseUrl {
      const entry = issued.get(path);
      if (!entry?.isOpen) throw new Refused('no_service');
      if (now() - entry.issuedAtMs > URL_LIFETIME_MS) throw new Refused('expired_url');
      if (entry.uses >= URL_USES) throw new Refused('used_url');
      entry.uses += 1;
      return entry.grant;
    },
  };
}
