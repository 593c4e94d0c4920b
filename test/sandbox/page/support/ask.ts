import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  /** The request's target as it is, in place of the address's own path. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request, with any headers: `host` and `origin` as well, which fetch would set itself. */
export async function ask(
  address: URL,
  { method = 'GET', path = `${address.pathname}${address.search}`, headers = {}, body = '' }: Asked = {},
): Promise<Answer> {
  const sent = request(address, { method, path, headers, agent: false }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Posts JSON as the page does, unless `headers` say otherwise. */
export function post(
  address: URL,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return ask(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address.origin, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
