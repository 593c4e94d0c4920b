import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPerson, type Person } from './client/person.ts';
import { createDeliver } from './server/deliver.ts';
import { type Delivery, toDelivery } from './server/delivery.ts';
import type { ApiFault, ApiFaultScope } from './server/faults.ts';
import { createHttpListener } from './server/http-server.ts';
import { createSocketMode, type RefreshOptions } from './server/socket-mode.ts';
import type { TrafficRecord } from './server/traffic.ts';
import { eventPayload } from './server/wire.ts';
import { createState } from './state/state.ts';
import {
  become,
  type Channel,
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
  /** Full members beside the four people; none, unless said. */
  readonly extraMembers?: number;
  /** Everybody's locale; unless said, Bora's is Turkish and all others' English. */
  readonly locale?: string;
  /** 3000, as Slack has it. */
  readonly ackTimeoutMs?: number;
  /** How long a window can be opened after a command or press: 3000, as Slack has it. */
  readonly triggersLastMs?: number;
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
  readonly userGroups: { readonly oncall: { readonly id: string; readonly userIds: readonly string[] } };
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
   * The app is invited to a channel or removed from it (`isBotMember`), or the channel is archived. Nobody says so in
   * the channel: for that, `/invite`, `/remove` and `/archive` of a person.
   */
  changeChannel(name: ChannelName, access: Partial<Pick<Channel, 'isBotMember' | 'isArchived'>>): void;
  /** An admin deletes a message, of anybody. Throws when there is none. */
  deleteMessage(ts: string): void;
  /** The clock was set back: messages and views of a time that is still to come are gone. */
  forgetFuture(): void;
  /** Takes the bot token back, alone or with the whole app, and says so in an event. Resolves with its delivery. */
  takeToken(how: 'revoked' | 'uninstalled'): Promise<Delivery>;
  addFault(fault: ApiFault, scope?: ApiFaultScope): void;
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
const SCOPES = ['commands', 'chat:write', 'users:read'];

/** Resolves once it listens. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { now = Date.now, scopes = SCOPES, ackTimeoutMs = 3_000, disconnectNoticeMs = 10_000 } = options;
  const server = createServer().listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = createState({ ...options, now, origin, scopes });
  const sockets = createSocketMode(state, origin, disconnectNoticeMs);
  const deliver = createDeliver(state, sockets, ackTimeoutMs);
  server.on('request', createHttpListener({ state, origin, issueSocketUrl: sockets.issueUrl }));
  server.on('upgrade', sockets.accept);

  const { workspace, credentials, changes, messages } = state;
  const people = workspace.users.map((user) => createPerson(state, deliver, user));
  const channelNamed = (asked: string) => isThere(workspace.channels.find(({ name }) => name === asked));
  const waitFor: LocalSlack['waitFor'] = (look, { timeoutMs = WAIT_MS } = {}) =>
    changes.until(look, { timeoutMs, describe: () => `${sockets.count()} sockets are connected` });
  return {
    apiUrl: `${origin}/api/`,
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
    userGroups: { oncall: workspace.userGroups[0] },
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
    forgetFuture() {
      for (const part of [state.ids, messages, state.views]) part.forgetFuture();
      state.postedAtMs.clear();
    },
    deleteMessage: (ts) => messages.remove(isThere(messages.find(ts))),
    refreshSockets: sockets.refresh,
    connectedSockets: sockets.count,
    waitForSockets: async (count) => void (await waitFor(() => sockets.count() === count || undefined)),
    async takeToken(how) {
      state.tokenRefusal = how === 'revoked' ? 'token_revoked' : 'account_inactive';
      const event =
        how === 'revoked'
          ? { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } }
          : { type: 'app_uninstalled' };
      return toDelivery(await deliver.once({ type: 'events_api', payload: eventPayload(state, event) }));
    },
    addFault: state.faults.add,
    clearFaults: state.faults.clear,
    traffic: state.traffic.records,
    waitFor,
    onChange: changes.listen,
    async close() {
      deliver.close();
      await sockets.close();
      changes.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function isThere<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('there is none of that name in the local Slack');
  return thing;
}
