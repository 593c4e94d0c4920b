import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

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
