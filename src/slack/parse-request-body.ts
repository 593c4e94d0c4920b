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

/** Undefined for what Slack cannot have sent: no UTF-8, no JSON object, a field that is there twice. */
export function parseRequestBody(kind: BodyKind, bytes: Buffer): RequestBody | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return kind === 'json' ? parseObject(text) : parseForm(text);
  } catch {
    return undefined; // TextDecoder and JSON.parse tell by throwing what they cannot read.
  }
}

function parseForm(text: string): RequestBody | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  const payload = fields.get('payload');
  return payload === undefined ? ownKeys(fields) : parseObject(payload);
}

function parseObject(text: string): RequestBody | undefined {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? ownKeys(Object.entries(value))
    : undefined;
}

/** Without `__proto__`, which would be harmless here but not in the first copy that somebody assigns. */
function ownKeys(entries: Iterable<readonly [string, unknown]>): RequestBody {
  return Object.fromEntries([...entries].filter(([name]) => name !== '__proto__'));
}
