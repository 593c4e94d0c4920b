import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { onTestFinished } from 'vitest';

export interface Wire {
  readonly url: string;
  fallSilent(): void;
  /** Serves new connections. Earlier ones stay silent for ever. */
  start(): void;
}

/**
 * A proxy between the store and PostgreSQL. While `isSilent`, it holds data back, like a network that drops packets.
 * `greeting` changes the first message of each connection.
 */
export async function startWire(
  url: string,
  atEnd: typeof onTestFinished,
  greeting = (message: Buffer) => message,
): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const { port, hostname } = new URL(url);
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    let change: typeof greeting | undefined = greeting;
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (chunk) => {
        if (isSilent) return;
        to.write(change?.(chunk) ?? chunk);
        change = undefined;
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: url.replace(`:${port}/`, `:${address.port}/`),
    fallSilent: () => {
      isSilent = true;
    },
    start: () => {
      for (const socket of sockets) socket.removeAllListeners('data').resume();
      isSilent = false;
    },
  };
}

/**
 * Removes our options from a StartupMessage, as PgBouncer does when `ignore_startup_parameters` names them: length and
 * protocol of four bytes each, then names and values that end with a zero, and another zero.
 */
export function withoutOptions(message: Buffer): Buffer {
  const words = message.toString('latin1', 8).split('\0');
  const pairs = words.flatMap((name, index) => (index % 2 === 0 && name ? [[name, words[index + 1]]] : []));
  const kept = pairs.filter(([name]) => !/^(?:options|statement_timeout|idle_in_)/.test(`${name}`));
  const rest = Buffer.from(`${kept.flat().join('\0')}\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + rest.length);
  return Buffer.concat([length, message.subarray(4, 8), rest]);
}
