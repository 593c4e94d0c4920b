import { createServer } from 'node:http';
import { listen } from '../net.ts';
import { createPerson, type Person } from './client/person.ts';
import { createDeliver } from './server/deliver.ts';
import type { TrafficRecord } from './server/delivery.ts';
import { createHttpListener } from './server/http-server.ts';
import { createSocketMode } from './server/socket-mode.ts';
import { eventPayload } from './server/wire.ts';
import { createState, type SlackSetup } from './state/state.ts';
import {
  type Channel,
  type ChannelName,
  ELSEWHERE,
  HOME,
  type PersonName,
  type User,
} from './state/workspace.ts';

export interface LocalSlackOptions extends SlackSetup {
  /** Default: 3000, as in Slack. */
  readonly ackTimeoutMs?: number;
  /** Time between asking a socket to disconnect and closing it. Default: 10 seconds, as in Slack. */
  readonly disconnectNoticeMs?: number;
}

/** A Slack with one workspace, one installed app and four people, on 127.0.0.1. */
export type LocalSlack = Awaited<ReturnType<typeof startLocalSlack>>;

/** Resolves once it listens. */
export async function startLocalSlack(options: LocalSlackOptions = {}) {
  const { ackTimeoutMs = 3_000, disconnectNoticeMs = 10_000 } = options;
  // Clients close idle connections. Node's own limit of five seconds would close one just as a slow client uses it again.
  const server = createServer({ keepAliveTimeout: 0 });
  const { origin, close } = await listen(server);
  const state = createState(origin, options);
  const sockets = createSocketMode(state, disconnectNoticeMs);
  const deliver = createDeliver(state, sockets, ackTimeoutMs);
  server.on('request', createHttpListener(state));
  server.on('upgrade', sockets.accept);

  const { workspace, credentials, changes, messages } = state;
  const people = workspace.users.map((user) => createPerson(state, deliver, user));
  const userNamed = (asked: string) => isThere(workspace.users.find(({ name }) => name === asked));
  const channelNamed = (asked: string) => isThere(workspace.channels.find(({ name }) => name === asked));
  const waitFor = <T>(look: () => T | undefined, limit?: { timeoutMs?: number }): Promise<T> =>
    changes.until(look, () => `${sockets.count()} sockets are connected`, limit);
  return {
    /** For `clientOptions.slackApiUrl`; ends in `/api/`. */
    apiUrl: `${origin}/api/`,
    ...credentials,
    teamId: workspace.team.id,
    botUserId: workspace.botUserId,
    workspace,
    /** Its clock, in epoch milliseconds. */
    now: state.now,
    /** The app is not in `general`. `partners` is shared with another organisation. */
    channels: Object.fromEntries(workspace.channels.map((one) => [one.name, one])) as Record<
      ChannelName,
      Channel
    >,
    /** User groups by name, with the ids of their members. */
    userGroups: { oncall: workspace.userGroups[0] },
    /** From now on sends by signed HTTP, not sockets, signed by the app's clock; this machine's by default. */
    deliverTo: deliver.useHttp,
    /** Its inside, and how it sends one payload: tests may send what no person can. */
    state,
    send: deliver.once,
    /** Sets how long later deliveries wait for their acknowledgement, in milliseconds. */
    waitForAcks: deliver.waitForAcks,
    /** Always returns the same person for a name. Throws for unknown names. */
    person: (asked: PersonName): Person => isThere(people.find(({ name }) => name === asked)),
    /** Changes the kind of a person: a guest, deactivated, from another organisation. Their screen stays as it is. */
    become(asked: PersonName, kind: User['kind']) {
      Object.assign(userNamed(asked), { kind, team: kind === 'stranger' ? ELSEWHERE : HOME });
    },
    /** Sets the person's next Do Not Disturb, in epoch milliseconds. */
    rest(asked: PersonName, fromMs: number, untilMs: number) {
      userNamed(asked).dnd = { fromS: Math.floor(fromMs / 1_000), untilS: Math.floor(untilMs / 1_000) };
    },
    /** Changes the language of a person's Slack, which `users.info` then returns. */
    setLocale(asked: PersonName, locale: string) {
      userNamed(asked).locale = locale;
      changes.notify();
    },
    /** Invites the app to a channel or removes it. The channel shows this only after a person's `/invite` or `/remove`. */
    changeChannel(asked: ChannelName, access: Pick<Channel, 'isBotMember'>) {
      Object.assign(channelNamed(asked), access);
      changes.notify();
    },
    /** Removes messages and views with later times, after the clock was set back. */
    forgetFuture() {
      for (const part of [state.ids, messages, state.views]) part.forgetFuture();
      state.postedAtMs.clear();
    },
    /** Deletes any message, as an admin can. Throws when it does not exist. */
    deleteMessage: (ts: string) => messages.remove(isThere(messages.find(ts))),
    /** Asks sockets to disconnect, as Slack does every few hours, and closes them at the end of their notice. */
    refreshSockets: sockets.refresh,
    /** The number of sockets that can get payloads. Those asked to disconnect do not count. */
    connectedSockets: sockets.count,
    /** Rejects after a minute. */
    waitForSockets: async (count: number) =>
      void (await waitFor(() => sockets.count() === count || undefined)),
    /** Revokes the bot token or uninstalls the app, and sends the event. Resolves with its acknowledgement. */
    async takeToken(how: 'revoked' | 'uninstalled') {
      state.tokenRefusal = how === 'revoked' ? 'token_revoked' : 'account_inactive';
      const event =
        how === 'revoked'
          ? { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } }
          : { type: 'app_uninstalled' };
      return deliver.once({ type: 'events_api', payload: eventPayload(state, event) });
    },
    addFault: state.faults.add,
    clearFaults: state.faults.clear,
    /** The newest exchanges, oldest first. */
    traffic: state.traffic as readonly TrafficRecord[],
    /** The first result of `look` that is not undefined, after any change. Rejects after `timeoutMs` (a minute). */
    waitFor,
    /** Calls `listener` after each change until the returned function is called. */
    onChange: changes.listen,
    async close() {
      await sockets.close();
      changes.close();
      await close();
    },
  };
}

function isThere<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('there is none of that name in the local Slack');
  return thing;
}
