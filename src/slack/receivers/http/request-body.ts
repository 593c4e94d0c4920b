import type { IncomingMessage } from 'node:http';

export type ReadRequestBody = (request: IncomingMessage) => Promise<Buffer | 'too-large' | 'broken-off'>;

/**
 * Reads the whole body. `too-large` as soon as it is known, or when too many large ones are being read, with the rest
 * unread; `broken-off` when the sender, or the server because of a slow sender, ended the connection. Never rejects.
 */
export function createReadRequestBody(
  maxBytes: number,
  /** Of larger bodies only `largeAtMost` are read at a time. Absent: `maxBytes`. */
  ordinaryBytes = maxBytes,
  largeAtMost = 0,
): ReadRequestBody {
  let large = 0;
  return (request) => {
    const announced = Number(request.headersDistinct['content-length']?.[0] ?? 0);
    if (announced > maxBytes) return Promise.resolve('too-large');
    let isLarge = false;
    const hasRoomFor = (size: number) => {
      if (size <= ordinaryBytes) return true;
      if (!isLarge && large < largeAtMost) {
        isLarge = true;
        large += 1;
      }
      return isLarge && size <= maxBytes;
    };
    const reading = new Promise<Buffer | 'too-large' | 'broken-off'>((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (hasRoomFor(size)) chunks.push(chunk);
        else {
          request.pause();
          resolve('too-large');
        }
      });
      request.on('end', () => resolve(Buffer.concat(chunks)));
      request.on('error', () => resolve('broken-off'));
      request.on('close', () => resolve('broken-off'));
    });
    return reading.finally(() => {
      if (isLarge) large -= 1;
    });
  };
}

/** What Slack sends: a form, whose field `payload` is JSON for interactions, or JSON for events. */
export type BodyKind = 'form' | 'json';

/** Undefined for any other type. A parameter such as `charset=utf-8` may follow. */
export function bodyKindOf(contentType: string | undefined): BodyKind | undefined {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const isUtf8 = parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || UTF8.test(parameter));
  if (!isUtf8) return undefined;
  if (type.trim() === 'application/x-www-form-urlencoded') return 'form';
  return type.trim() === 'application/json' ? 'json' : undefined;
}

const UTF8 = /=\s*"?utf-?8"?\s*$/;

export type RequestBody = Readonly<Record<string, unknown>>;

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for what Slack cannot have sent: invalid UTF-8, not a JSON object, a field that appears twice. */
export function parseRequestBody(kind: BodyKind, bytes: Buffer): RequestBody | undefined {
  try {
    const text = STRICT_UTF8.decode(bytes);
    return kind === 'json' ? parseObject(text) : parseForm(text);
  } catch {
    return undefined; // TextDecoder and JSON.parse tell by throwing what they cannot read.
  }
}

function parseForm(text: string): RequestBody | undefined {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) return undefined;
    if (name !== PROTOTYPE) fields[name] = value;
  }
  return fields.payload === undefined ? fields : parseObject(fields.payload);
}

function parseObject(text: string): RequestBody | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== PROTOTYPE));
}

/** Harmless in a body, but not in a copy that somebody assigns. */
const PROTOTYPE = '__proto__';
