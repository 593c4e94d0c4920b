/** What goes out: a status, headers beyond `Date` and `Content-Length`, and the bytes. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Send no `Content-Length`, so that only counting the bytes shows the size. */
  readonly isChunked?: boolean;
}

/** An answer with any JSON value as its body. */
export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** The error object of the interface: `{ error: { code, message } }`. A 401 gets its challenge, as RFC 9110 asks. */
export function errorReply(
  status: number,
  error: { readonly code: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const challenged = status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers;
  return jsonReply(status, { error }, challenged);
}
