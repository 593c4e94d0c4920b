import type { IncomingMessage } from 'node:http';

/**
 * Whether a request comes from the page itself, or from no page at all. Other sites in the same browser can reach
 * 127.0.0.1, under a name of their own even (DNS rebinding): so neither another Origin nor another Host is served.
 */
export function isTrusted({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host)) return false;
  return origin === undefined || hosts.some((trusted) => origin === `http://${trusted}`);
}
