import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPerson, type Person } from './client/person.ts';
import { createDeliver } from './server/deliver.ts';
import type { Delivery } from './server/delivery.ts';
import type { ApiFault, FaultScope } from './server/faults.ts';
import { createHttpListener } from './server/http-server.ts';
import { sendEvent } from './server/send-event.ts';
import { createSocketMode, type RefreshOptions } from './server/socket-mode.ts';
import type { TrafficRecord } from './server/traffic.ts';
import { createState } from './state/state.ts';
import {
  become,
  type Channel,
  type ChannelAccess,
  type ChannelName,
  type PersonName,
  type User,
  type Workspace,
} from './state/workspace.ts';

export interface LocalSlackOptions {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** The clock of every lifetime and stamp, in ms. Time limits on acknowledgements run on real time. */
  readonly now?: () => number;
  /** Bot scopes granted; `commands`, `chat:write` and `users:read` unless said otherwise. */
  readonly scopes?: readonly string[];
  /** The slash commands that the app's manifest declares; any, unless said. */
  readonly commands?: readonly string[];
  /** The same for its message shortcuts, by `callback_id`. */
  readonly shortcuts?: readonly string[];
  /** Whether the manifest switches the app's messages tab on, without which it can send no direct messages; true unless said. */
  readonly hasMessagesTab?: boolean;
  /** Full members beside the four people; none, unless said. */
  readonly extraMembers?: number;
  /** Everybody's locale; unless said, Bora's is Turkish and all others' English. */
  readonly locale?: string;
  /** 3000, as Slack has it. */
  readonly ackTimeoutMs?: number;
  /** How long a window can be opened after a command or press: 3000, as Slack has it. */
  readonly triggersLastMs?: number;
  /** Before each repetition of an event: at once, after a minute, after five, as Slack has it. */
  readonly eventRetryDelaysMs?: readonly number[];
  /** Between telling a socket to disconnect and closing it: 10 seconds, as Slack has it. */
  readonly disconnectNoticeMs?: number;
}

/** A Slack with one workspace, one installed app and four people, on 127.0.0.1. */
export interface LocalSlack {
  /** For `clientOptions.slackApiUrl`; ends in `/api/`. */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly teamId: string;
  readonly botUserId: string;
  readonly appId: string;
  /** Who and what is in it. */
  readonly workspace: Workspace;
  /**
   * The app is in `oncall`, `alerts` and `partners`, and not in `general`. `partners` is shared with another organisation.
   */
  readonly channels: Readonly<Record<ChannelName, Channel>>;
  /** User groups by name, with the ids of their members. */
  readonly userGroups: Readonly<
    Record<'oncall', { readonly id: string; readonly userIds: readonly string[] }>
  >;
  /** From now on payloads go there by signed HTTP instead of sockets, signed by the clock of the app: this machine’s unless said. */
  deliverTo(requestUrl: string, appNow?: () => number): void;
  /** Always the same person for a name. Throws for names it does not know. */
  person(name: PersonName): Person;
  /** Changes the language of somebody's Slack: `users.info` says so from now on. */
  setLocale(name: PersonName, locale: string): void;
  /** Tells sockets to disconnect, as Slack does every few hours, and closes them when their notice is over. */
  refreshSockets(options?: RefreshOptions): void;
  /** Sockets that can get payloads: not those told to disconnect. */
  connectedSockets(): number;
  /** Rejects after a minute. */
  waitForSockets(count: number): Promise<void>;
  /** From now on this is what the person is: a guest, deactivated, of another organisation. Their screen stays as it is. */
  become(name: PersonName, kind: User['kind']): void;
  /**
   * The app is invited to a channel or removed from it (`isBotMember`), the channel is archived, or closed to the app by a
   * preference of the workspace (`isRestricted`). Nobody says so in the channel: for that, `/invite`, `/remove` and
   * `/archive` of a person.
   */
  changeChannel(name: ChannelName, access: Partial<ChannelAccess>): void;
  /** An admin deletes a message, of anybody. Throws when there is none. */
  deleteMessage(ts: string): void;
  /** The clock was set back: messages and views of a time that is still to come are gone. */
  forgetFuture(): void;
  /** Takes the bot token back, alone or with the whole app, and says so in an event. Resolves with its delivery. */
  takeToken(how: 'revoked' | 'uninstalled'): Promise<Delivery>;
  addFault(fault: ApiFault, scope?: FaultScope): void;
  clearFaults(): void;
  /** The last thousand exchanges, oldest first, secrets masked. */
  readonly traffic: readonly TrafficRecord[];
  /** The first answer of `look` that is not undefined, asked again after each change. Rejects after `timeoutMs` (a minute). */
  waitFor<T>(look: () => T | undefined, options?: { timeoutMs?: number }): Promise<T>;
  /** Calls `listener` after each change, however small, until the result is called. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

const WAIT_MS = 60_000;

/** Resolves once it listens. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const server = createServer().listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const parts = createParts(origin, options);
  const { state, sockets, deliver } = parts;
  server.on('request', createHttpListener({ state, origin, issueSocketUrl: sockets.issueUrl }));
  server.on('upgrade', sockets.accept);
  return {
    ...toControls(parts),
    apiUrl: `${origin}/api/`,
    async close() {
      deliver.close();
      await sockets.close();
      state.changes.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What a local Slack at `origin` is made of. */
function createParts(origin: string, options: LocalSlackOptions) {
  const {
    now = Date.now,
    scopes = ['commands', 'chat:write', 'users:read'],
    commands,
    shortcuts,
    ackTimeoutMs = 3_000,
    extraMembers = 0,
    locale,
    hasMessagesTab = true,
    triggersLastMs,
  } = options;
  const { eventRetryDelaysMs = [0, 60_000, 300_000], disconnectNoticeMs: noticeMs = 10_000 } = options;
  const state = createState({
    now,
    origin,
    scopes,
    commands,
    shortcuts,
    extraMembers,
    locale,
    hasMessagesTab,
    triggersLastMs,
  });
  const { appId } = state.workspace;
  const sockets = createSocketMode({ ...state, origin, appId, ackTimeoutMs, noticeMs });
  const deliver = createDeliver({ state, sockets, ackTimeoutMs, eventRetryDelaysMs });
  const people = state.workspace.users.map((user) => createPerson(state, deliver, user));
  return { state, sockets, deliver, people };
}

function toControls(parts: ReturnType<typeof createParts>): Omit<LocalSlack, 'apiUrl' | 'close'> {
  const { state, sockets, deliver, people } = parts;
  const { workspace, credentials, changes } = state;
  const waitFor: LocalSlack['waitFor'] = (look, { timeoutMs = WAIT_MS } = {}) =>
    changes.until(look, { timeoutMs, describe: () => `${sockets.count()} sockets are connected` });
  const channelNamed = (asked: string) => isThere(workspace.channels.find(({ name }) => name === asked));
  return {
    botToken: credentials.botToken,
    appToken: credentials.appToken,
    signingSecret: credentials.signingSecret,
    teamId: workspace.team.id,
    botUserId: workspace.botUserId,
    appId: workspace.appId,
    workspace,
    channels: {
      oncall: channelNamed('oncall'),
      general: channelNamed('general'),
      alerts: channelNamed('alerts'),
      partners: channelNamed('partners'),
    },
    userGroups: { oncall: isThere(workspace.userGroups[0]) },
    deliverTo: deliver.useHttp,
    person: (asked) => isThere(people.find(({ name }) => name === asked)),
    become: (name, kind) => become(workspace, name, kind),
    setLocale(asked, locale) {
      isThere(workspace.users.find(({ name }) => name === asked)).locale = locale;
      changes.notify();
    },
    changeChannel(asked, access) {
      Object.assign(channelNamed(asked), access);
      changes.notify();
    },
    deleteMessage(ts) {
      state.messages.remove(isThere(state.messages.find(ts)));
    },
    forgetFuture() {
      for (const part of [state.ids, state.messages, state.views]) part.forgetFuture();
    },
    refreshSockets: sockets.refresh,
    connectedSockets: sockets.count,
    async waitForSockets(count) {
      await waitFor(() => (sockets.count() === count ? count : undefined));
    },
    takeToken(how) {
      const isRevoked = how === 'revoked';
      state.tokenRefusal = isRevoked ? 'token_revoked' : 'account_inactive';
      return sendEvent(
        state,
        deliver,
        isRevoked
          ? { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } }
          : { type: 'app_uninstalled' },
      );
    },
    addFault: state.faults.add,
    clearFaults: state.faults.clear,
    traffic: state.traffic.records,
    waitFor,
    onChange: changes.listen,
  };
}

function isThere<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('there is none of that name in the local Slack');
  return thing;
}
