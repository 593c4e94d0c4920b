import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** The address that a request to the server at `origin` is for; undefined when its target is none there, such as `//`. */
export function addressOf({ url = '' }: IncomingMessage, origin: string): URL | undefined {
  const address = URL.parse(url, origin);
  return address?.origin === origin ? address : undefined;
}

/**
 * The whole body as text; undefined when it is longer than `maxBytes`. The rest of such a body is read and dropped: closing
 * earlier would reset the connection and lose the answer. Rejects when the body breaks off.
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
