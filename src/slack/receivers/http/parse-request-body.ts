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

/** Undefined for what Slack cannot have sent: no UTF-8, no JSON object, a field that is there twice. */
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

/** Would be harmless in a body, but not in the first copy that somebody assigns. */
const PROTOTYPE = '__proto__';
