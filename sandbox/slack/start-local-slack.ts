import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPerson, type Person } from './client/person.ts';
import { createDeliver } from './server/deliver.ts';
import { toDelivery } from './server/delivery.ts';
import { createHttpListener } from './server/http-server.ts';
import { createSocketMode } from './server/socket-mode.ts';
import { eventPayload } from './server/wire.ts';
import { createState, type SlackSetup } from './state/state.ts';
import {
  become,
  type Channel,
  type ChannelName,
  type PersonName,
  rest,
  type User,
} from './state/workspace.ts';

export interface LocalSlackOptions extends SlackSetup {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** 3000, as Slack has it. */
  readonly ackTimeoutMs?: number;
  /** Between telling a socket to disconnect and closing it: 10 seconds, as Slack has it. */
  readonly disconnectNoticeMs?: number;
}

/** A Slack with one workspace, one installed app and four people, on 127.0.0.1. */
export type LocalSlack = Awaited<ReturnType<typeof startLocalSlack>>;

const WAIT_MS = 60_000;

/** Resolves once it listens. */
export async function startLocalSlack(options: LocalSlackOptions = {}) {
  const { ackTimeoutMs = 3_000, disconnectNoticeMs = 10_000 } = options;
  const server = createServer().listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = createState(origin, options);
  const sockets = createSocketMode(state, origin, disconnectNoticeMs);
  const deliver = createDeliver(state, sockets, ackTimeoutMs);
  server.on('request', createHttpListener({ state, origin, issueSocketUrl: sockets.issueUrl }));
  server.on('upgrade', sockets.accept);

  const { workspace, credentials, changes, messages } = state;
  const people = workspace.users.map((user) => createPerson(state, deliver, user));
  const channelNamed = (asked: string) => isThere(workspace.channels.find(({ name }) => name === asked));
  const waitFor = <T>(look: () => T | undefined, { timeoutMs = WAIT_MS } = {}): Promise<T> =>
    changes.until(look, { timeoutMs, describe: () => `${sockets.count()} sockets are connected` });
  return {
    /** For `clientOptions.slackApiUrl`; ends in `/api/`. */
    apiUrl: `${origin}/api/`,
    botToken: credentials.botToken,
    appToken: credentials.appToken,
    signingSecret: credentials.signingSecret,
    teamId: workspace.team.id,
    botUserId: workspace.botUserId,
    appId: workspace.appId,
    workspace,
    /** The app is not in `general`. `partners` is shared with another organisation. */
    channels: {
      oncall: channelNamed('oncall'),
      general: channelNamed('general'),
      alerts: channelNamed('alerts'),
      partners: channelNamed('partners'),
    },
    /** User groups by name, with the ids of their members. */
    userGroups: { oncall: workspace.userGroups[0] },
    /** From now on payloads go there by signed HTTP instead of sockets, signed by the clock of the app: this machine’s unless said. */
    deliverTo: deliver.useHttp,
    /** How long later deliveries wait for their acknowledgement, in milliseconds. */
    waitForAcks: deliver.waitForAcks,
    /** Always the same person for a name. Throws for names it does not know. */
    person: (asked: PersonName): Person => isThere(people.find(({ name }) => name === asked)),
    /** From now on this is what the person is: a guest, deactivated, of another organisation. Their screen stays as it is. */
    become: (name: PersonName, kind: User['kind']) => become(workspace, name, kind),
    /** From and until when the Slack of the person is silent: epoch milliseconds. */
    rest: (name: PersonName, fromMs: number, untilMs: number) => rest(workspace, name, fromMs, untilMs),
    /** Changes the language of somebody's Slack: `users.info` says so from now on. */
    setLocale(asked: PersonName, locale: string) {
      isThere(workspace.users.find(({ name }) => name === asked)).locale = locale;
      changes.notify();
    },
    /** The app is invited to a channel or removed from it. In the channel, only `/invite` and `/remove` of a person say so. */
    changeChannel(asked: ChannelName, access: Pick<Channel, 'isBotMember'>) {
      Object.assign(channelNamed(asked), access);
      changes.notify();
    },
    /** The clock was set back: messages and views of a time that is still to come are gone. */
    forgetFuture() {
      for (const part of [state.ids, messages, state.views]) part.forgetFuture();
      state.postedAtMs.clear();
    },
    /** An admin deletes a message, of anybody. Throws when there is none. */
    deleteMessage: (ts: string) => messages.remove(isThere(messages.find(ts))),
    /** Tells sockets to disconnect, as Slack does every few hours, and closes them when their notice is over. */
    refreshSockets: sockets.refresh,
    /** Sockets that can get payloads: not those told to disconnect. */
    connectedSockets: sockets.count,
    /** Rejects after a minute. */
    waitForSockets: async (count: number) =>
      void (await waitFor(() => sockets.count() === count || undefined)),
    /** Takes the bot token back, alone or with the whole app, and says so in an event. Resolves with its delivery. */
    async takeToken(how: 'revoked' | 'uninstalled') {
      state.tokenRefusal = how === 'revoked' ? 'token_revoked' : 'account_inactive';
      const event =
        how === 'revoked'
          ? { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } }
          : { type: 'app_uninstalled' };
      return toDelivery(await deliver.once({ type: 'events_api', payload: eventPayload(state, event) }));
    },
    addFault: state.faults.add,
    clearFaults: state.faults.clear,
    /** The last thousand exchanges, oldest first. */
    traffic: state.traffic.records,
    /** The first answer of `look` that is not undefined, asked again after each change. Rejects after `timeoutMs` (a minute). */
    waitFor,
    /** Calls `listener` after each change, however small, until the result is called. */
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
