import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

/** Makes the server listen on 127.0.0.1; `port` 0: a free one. Rejects with Node's error when the port is taken. */
export async function listen(server: Server, port = 0) {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Also destroys open connections. May be called again. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Below the ephemeral ports: from 32,768 on Linux, from 49,152 elsewhere. */
const [FIRST, END] = [20_000, 32_768];

/**
 * A port of 127.0.0.1 that is free and outside the system's ephemeral range. Connections are refused while its server is
 * stopped, and a server can listen on it again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(FIRST, END);
    const probe = await listen(createServer(), port).catch(() => undefined);
    await probe?.close();
    if (probe) return port;
  }
  throw new Error(`no free port was found from ${FIRST} to ${END - 1}`);
}

/** The URL of a request to the server at `origin`; undefined when the target is invalid, such as `//`. */
export function addressOf({ url = '' }: IncomingMessage, origin: string): URL | undefined {
  const address = URL.parse(url, origin);
  return address?.origin === origin ? address : undefined;
}

/**
 * The whole body as text; undefined when it is longer than `maxBytes`. Reads and drops the rest of such a body, because
 * closing earlier would reset the connection and lose the answer. Rejects when the body is cut off.
 */
export async function readBody(body: Readable, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes <= maxBytes ? Buffer.concat(chunks).toString('utf8') : undefined;
}
