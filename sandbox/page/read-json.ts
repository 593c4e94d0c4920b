import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readBody } from '../net/read-body.ts';

export type ReadResult<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** `status`: what to answer with. */
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly problem: string };

const MAX_BYTES = 64 * 1024;

/** The body, when it is JSON of this shape. Rejects only when the client goes away before it is here. */
export async function readJson<T>(request: IncomingMessage, shape: z.ZodType<T>): Promise<ReadResult<T>> {
  // No form can send this type: another site would need a CORS preflight, which is refused.
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    return { kind: 'refused', status: 415, problem: 'Content-Type must be application/json' };
  }
  const text = await readBody(request, MAX_BYTES);
  if (text === undefined) return { kind: 'refused', status: 413, problem: 'The body is over 64 kB' };
  const { success, data, error } = shape.safeParse(parseJson(text));
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
