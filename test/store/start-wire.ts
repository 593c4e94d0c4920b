import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { onTestFinished } from 'vitest';

export interface Wire {
  readonly url: string;
  fallSilent(): void;
  /** Serves new connections. Earlier ones stay silent for ever. */
  start(): void;
}

/** A proxy between the store and PostgreSQL. While `isSilent`, it holds data back, like a network that drops packets. */
export async function startWire(url: string, atEnd: typeof onTestFinished): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const { port, hostname } = new URL(url);
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (chunk) => void (isSilent || to.write(chunk)));
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
