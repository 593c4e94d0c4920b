import type { IncomingMessage } from 'node:http';

/** The address that a request to the server at `origin` is for; undefined when its target is none there, such as `//`. */
export function addressOf({ url = '' }: IncomingMessage, origin: string): URL | undefined {
  const address = URL.parse(url, origin);
  return address?.origin === origin ? address : undefined;
}
