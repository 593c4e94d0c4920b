import type { Readable } from 'node:stream';

/**
 * The whole body as text, or undefined when it is over the limit. The rest of a body that is too large is read and thrown away:
 * closing earlier would reset the connection and lose the answer.
 */
export async function readBody(body: Readable, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes <= maxBytes ? Buffer.concat(chunks).toString() : undefined;
}
