import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

export type ReadResult<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** `status`: what to answer with. */
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly problem: string };

const MAX_BYTES = 64 * 1024;

/** The body, when it is JSON of this shape. Rejects only when the client goes away before it is here. */
export async function readJson<T>(request: IncomingMessage, shape: z.ZodType<T>): Promise<ReadResult<T>> {
  // A type that no form can send: a page elsewhere would have to ask first, and is refused then.
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    return { kind: 'refused', status: 415, problem: 'Content-Type must be application/json' };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped, so that the client hears the answer instead of a broken connection.
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BYTES) return { kind: 'refused', status: 413, problem: 'The body is over 64 kB' };
  const { success, data, error } = shape.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')));
  if (success) return { kind: 'read', value: data };
  const [issue] = error.issues;
  return { kind: 'refused', status: 400, problem: `${issue?.path.join('.') || 'body'}: ${issue?.message}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the same as JSON of another shape.
    return undefined;
  }
}
