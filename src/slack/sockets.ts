import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiverEvent } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import type { Logger } from 'pino';
import { within } from '../async.ts';
import type { Instruments } from '../operations/events.ts';
import type { Settings } from '../settings.ts';
import type { Intake } from './intake.ts';
import { TIME_LIMITS, toBoltLogger, toSlackFailure } from './web.ts';

type Socket = Awaited<ReturnType<typeof openSocket>>;

const HELLO_WITHIN_MS = 10_000;
/** Slack may leave the TCP connection open after the closing handshake; the client then needs seconds to give it up. */
const CLOSED_WITHIN_MS = 500;
/** A connection that lasts less counts as a failure, so that no fault makes the app open one after another. */
const STABLE_AFTER_MS = 60_000;
/** The longest pause, as a multiple of `TIME_LIMITS.backOff`: half a minute. */
const LONGEST_PAUSE = 100;

/**
 * Two Socket Mode clients: one serves while Slack renews the other, some hours after it opened. If one opened soon after
 * the other, it is replaced a little later, so that Slack never renews both at once.
 */
export function createSockets(settings: Settings, intake: Intake, { observe, log }: Instruments) {
  const open = new Set<Socket>();
  let isStopping = false;

  async function connect(): Promise<Socket> {
    const socket = await openSocket(settings, intake, log);
    const isSoon = [...open].some((other) => socket.openedAtMs - other.openedAtMs < TIME_LIMITS.apart);
    if (isSoon) setTimeout(socket.leave, TIME_LIMITS.apart).unref();
    open.add(socket);
    void socket.ended.then(() => open.delete(socket));
    if (isStopping) await socket.close();
    return socket;
  }

  async function keepOpen(first: Socket): Promise<void> {
    for (let socket = first, failures = 0; ; ) {
      await socket.leaving;
      const pause = failures === 0 ? 0 : Math.min(2 ** failures, LONGEST_PAUSE);
      await sleep(pause * TIME_LIMITS.backOff);
      if (isStopping) return;
      try {
        const next = await connect();
        failures = next.openedAtMs - socket.openedAtMs < STABLE_AFTER_MS ? failures + 1 : 0;
        void socket.close();
        socket = next;
      } catch (thrown) {
        failures += 1;
        const { error } = toSlackFailure(thrown instanceof Error ? thrown.cause : thrown);
        observe?.({ kind: 'slack-error', method: 'apps.connections.open', error });
        log.error({ error, failures }, 'no connection to Slack; trying again');
      }
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all([...open].map((socket) => socket.close()));
  }

  return {
    /** Resolves when both are open. Rejects when one cannot be opened, and leaves none open. */
    async start() {
      try {
        void keepOpen(await connect());
        void keepOpen(await connect());
      } catch (error) {
        await stop();
        throw error;
      }
      return { port: undefined };
    },
    connections: () => open.size,
    stop,
  };
}

/**
 * One connection, used until Slack ends it. The client's own reconnect leaves a gap of seconds, and ends the process when
 * Slack refuses. Resolves with Slack's `hello`; rejects without one.
 */
async function openSocket(settings: Settings, intake: Intake, log: Logger) {
  const client = new SocketModeClient({
    appToken: settings.SLACK_APP_TOKEN ?? '',
    logger: toBoltLogger(log),
    autoReconnectEnabled: false,
    // An object of its own, because the client writes into it.
    clientOptions: {
      slackApiUrl: settings.SLACK_API_URL,
      timeout: 5_000,
      retryConfig: { retries: 1, minTimeout: 300 },
      rejectRateLimitedCalls: true,
    },
  });
  const { promise: leaving, resolve: leave } = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => client.once('disconnected', resolve));
  void ended.then(leave);
  client.on('slack_event', ({ body, ack }: ReceiverEvent) => intake.take({ body, ack }));
  const [read] = client.listeners('ws_message');
  client.removeAllListeners('ws_message').on('ws_message', async (data: unknown, isBinary: boolean) => {
    // When Slack says that it will end the connection, the client would close it at once, with acks outstanding.
    if (/"type"\s*:\s*"disconnect"/.test(String(data))) return leave();
    // An exception for a message that is not of Slack's kinds would end the process.
    await Promise.resolve(read?.(data, isBinary)).catch(() => intake.refuse('malformed'));
  });
  const disconnect = () => within(client.disconnect(), CLOSED_WITHIN_MS);
  try {
    if ((await within(client.start(), HELLO_WITHIN_MS)) === undefined) throw new Error('no hello');
  } catch (cause) {
    await disconnect();
    throw new Error('Slack refused Socket Mode, or wss://*.slack.com cannot be reached', { cause });
  }
  return {
    openedAtMs: performance.now(),
    /** Resolves when another connection is to replace it. */
    leaving,
    leave,
    ended,
    /** Waits for outstanding acks. Never rejects. */
    close: () => intake.acked().then(disconnect),
  };
}
