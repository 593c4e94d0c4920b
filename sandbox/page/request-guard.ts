import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Whether a request comes from the page itself, or from no page at all. Other sites in the same browser can reach
 * 127.0.0.1, even under a name of their own (DNS rebinding), so every other Origin and every other Host is refused.
 */
export function isTrusted({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host)) return false;
  return origin === undefined || hosts.some((trusted) => origin === `http://${trusted}`);
}

/**
 * The path below `base`, which begins and ends with a slash: `/act` for `/secret/act` below `/secret/`. Undefined when
 * the path is not below `base`. Takes constant time, so that it reveals nothing about `base`.
 */
export function pathUnder(base: string, path: string): string | undefined {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const isUnder = timingSafeEqual(digest(path.slice(0, base.length)), digest(base));
  return isUnder ? `/${path.slice(base.length)}` : undefined;
}
