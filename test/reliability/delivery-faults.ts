import { once } from 'node:events';
import { connect } from 'node:net';
import { type FaultRow, LIVE } from './fault-row.ts';
import { stream } from './stream.ts';
import { ask, eventually, type Seen, type World } from './world.ts';

/** Slow enough for "still asking": the answer then comes through the response_url. */
const SLOW = { service: { latencyMs: 2_600 } };
const askAda = ({ ada }: World) => ask(ada, '/backup-status 1001');
/** Slack gives ten seconds; longer than an acknowledgement may take is enough. */
const NOTICE_MS = 3_500;
const REFUSED = 'that one command: Slack says so';

/** Asks again and again, as people do, until there is an answer; counts what Slack refused for want of a socket. */
async function askUntilAnswered({ slack }: World): Promise<Seen> {
  const startedAt = performance.now();
  let refused = 0;
  const seen = await eventually(async () => {
    const one = await ask(slack.person('member-1'), '/backup-status 1001');
    if (!one.text.startsWith('Slack:')) return one;
    refused += 1;
    return undefined;
  });
  const text = refused > 0 && seen ? `Slack: dispatch_failed\n${seen.text}` : (seen?.text ?? '');
  return { text, afterMs: performance.now() - startedAt };
}
/** What becomes of the way between Slack and the bot. */
export const deliveryFaults: readonly FaultRow[] = [
  {
    fault: 'Slack renews each socket in turn (planned)',
    given: 'under load',
    world: { slack: { disconnectNoticeMs: NOTICE_MS } },
    act: (world) =>
      stream(world, async () => {
        for (const reason of ['warning', 'refresh_requested'] as const) {
          world.slack.refreshSockets({ index: 0, reason });
          await world.slack.waitForSockets(2);
        }
        // Until the old ones are closed.
        await new Promise((resolve) => setTimeout(resolve, NOTICE_MS + 500));
      }),
    reads: LIVE,
  },
  {
    fault: 'Slack renews both sockets at once, ten seconds ahead',
    given: 'a look-up under way',
    world: SLOW,
    async act(world) {
      const asked = askAda(world);
      await eventually(() => world.service.counts.inFlight || undefined);
      world.slack.refreshSockets();
      return asked;
    },
    reads: LIVE,
  },
  {
    fault: 'both sockets are closed without notice',
    given: 'asked at once afterwards',
    world: { slack: { disconnectNoticeMs: 0 } },
    setUp: ({ slack }) => slack.refreshSockets(),
    act: askUntilAnswered,
    reads: LIVE,
  },
  {
    fault: 'both sockets are closed without notice, and apps.connections.open answers 500 five times',
    given: 'asked at once afterwards',
    world: { slack: { disconnectNoticeMs: 0 } },
    setUp({ slack }) {
      slack.addFault({ kind: 'status', status: 500 }, { method: 'apps.connections.open', next: 5 });
      slack.refreshSockets();
    },
    act: askUntilAnswered,
    reads: LIVE,
  },
  {
    fault: 'both sockets are closed without notice, and apps.connections.open is rate limited',
    given: 'asked at once afterwards',
    world: { slack: { disconnectNoticeMs: 0 } },
    setUp({ slack }) {
      slack.addFault(
        { kind: 'rate-limited', retryAfterSeconds: 1 },
        { method: 'apps.connections.open', next: 2 },
      );
      slack.refreshSockets();
    },
    act: askUntilAnswered,
    reads: LIVE,
  },
  {
    fault: 'one of two sockets is closed without notice',
    given: 'asked at once afterwards',
    world: { slack: { disconnectNoticeMs: 0 } },
    setUp: ({ slack }) => slack.refreshSockets({ index: 0 }),
    act: askAda,
    reads: LIVE,
  },
  {
    fault: 'the bot stands still for four seconds, so that its ack is late',
    given: 'Socket Mode',
    act: stalled,
    reads: /operation_timeout/,
    lost: REFUSED,
  },
  {
    fault: 'the bot stands still for four seconds, so that its ack is late',
    given: 'signed HTTP',
    world: { transport: 'http' },
    act: stalled,
    reads: /operation_timeout/,
    lost: REFUSED,
  },
  {
    fault: '1,000 connections of strangers, each kept open after an unsigned request',
    given: 'signed HTTP',
    world: { transport: 'http' },
    setUp: crowd,
    act: askAda,
    reads: LIVE,
  },
  {
    fault: 'Slack takes the bot token back (token_revoked)',
    given: 'nobody is known yet',
    setUp: ({ slack }) => slack.addFault({ kind: 'error', code: 'token_revoked' }),
    act: askAda,
    reads: /could not be asked whether you have access/,
  },
  {
    fault: 'Slack takes the bot token back (token_revoked)',
    given: 'the person is known',
    async setUp({ ada, slack }) {
      await ask(ada, '/backup-status 1002');
      slack.addFault({ kind: 'error', code: 'token_revoked' });
    },
    act: askAda,
    reads: LIVE,
  },
];

/** Resolves when each has been answered or turned away. None hangs up by itself. */
async function crowd({ bot, atEnd }: World): Promise<void> {
  const { hostname, port, pathname } = new URL(bot().requestUrl ?? '');
  const body = 'ssl_check=1';
  const request = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const strangers = Array.from({ length: 1_000 }, () => connect(Number(port), hostname));
  atEnd(() => {
    for (const stranger of strangers) stranger.destroy();
  });
  await Promise.all(
    strangers.map(async (stranger) => {
      stranger.on('error', () => undefined);
      stranger.write(request);
      await Promise.race([once(stranger, 'data'), once(stranger, 'close')]);
    }),
  );
}

/** The next command after the stall has to be answered, or the row is silence. */
async function stalled(world: World): Promise<Seen> {
  const bot = world.bot();
  bot.kill('SIGSTOP');
  const asked = askAda(world);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  bot.kill('SIGCONT');
  const late = await asked;
  const next = await ask(world.bora, '/backup-status 1001');
  return LIVE.test(next.text) ? { ...late, lost: REFUSED } : next;
}
