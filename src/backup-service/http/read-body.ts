import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { BadResponseError, type Operation } from '../errors.ts';

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Reads a body to its end, at most `limitBytes` of it as sent and once more as decompressed: a small gzip may hold
 * gigabytes. Throws `BadResponseError` past the limit and for an encoding that cannot be undone; leaves network errors
 * to the caller. Not undici's decompress interceptor: it is experimental and prints a warning at every start.
 */
export async function readBody(
  body: AsyncIterable<Buffer>,
  facts: { operation: Operation; status: number; encoding: string | undefined; limitBytes: number },
): Promise<string> {
  const { operation, status, limitBytes } = facts;
  const bytes = await collect(body, limitBytes, { operation, status });
  const encoding = facts.encoding?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return decodeText(bytes);
  const decode = DECODERS.get(encoding);
  if (decode === undefined) throw new BadResponseError({ operation, status, reason: 'undecodable' });
  try {
    return decodeText(await decode(bytes, { maxOutputLength: limitBytes }));
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new BadResponseError({ operation, status, reason: isTooLarge ? 'too-large' : 'undecodable' });
  }
}

async function collect(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  facts: { operation: Operation; status: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > limitBytes) throw new BadResponseError({ ...facts, reason: 'too-large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** UTF-8 as JSON demands (RFC 8259, 8.1), without a byte order mark; a broken letter spoils itself alone. */
const decodeText = (bytes: Buffer) => new TextDecoder().decode(bytes);
