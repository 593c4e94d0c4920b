import { once } from 'node:events';
import { connect } from 'node:net';
import { type FaultRow, LIVE, lookUp } from './fault-row.ts';
import { ask, type Seen, type World } from './world.ts';

const REFUSED = 'that one command: Slack says so';

/** Flow tests cover Slack's calls, sockets and token. These faults need a process or many senders. */
export const deliveryFaults: readonly FaultRow[] = [
  ...(['socket', 'http'] as const).map(
    (transport): FaultRow => ({
      fault: 'the bot freezes for four seconds, so that its ack is late',
      given: transport === 'socket' ? 'Socket Mode' : 'signed HTTP',
      world: { transport },
      act: stalled,
      reads: /operation_timeout/,
      lost: REFUSED,
    }),
  ),
  {
    fault: '1,000 connections of strangers, each kept open after an unsigned request',
    given: 'signed HTTP',
    world: { transport: 'http' },
    setUp: crowd,
    reads: LIVE,
  },
];

/** Resolves when every request has been answered or refused. No sender hangs up by itself. */
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

/** The next command after the stall must be answered; otherwise the row counts as silence. */
async function stalled(world: World): Promise<Seen> {
  const bot = world.bot();
  bot.kill('SIGSTOP');
  const asked = lookUp(world);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  bot.kill('SIGCONT');
  const late = await asked;
  const next = await ask(world.bora, '/backup-status 1001');
  return LIVE.test(next.text) ? { ...late, lost: REFUSED } : next;
}
