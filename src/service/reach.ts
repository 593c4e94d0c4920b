import { once } from 'node:events';
import { isIP, connect as openTcp } from 'node:net';
import { connect as openTls, TLSSocket } from 'node:tls';
import { codeOf } from './errors.ts';

/** How far a connection to the service gets; nothing is sent. `reason` is the system's word, such as `ECONNREFUSED`. */
export type Reach =
  | {
      readonly kind: 'reached';
      readonly address: string;
      /** Name, connection and TLS together. */
      readonly durationMs: number;
      /** Epoch milliseconds; absent without TLS. */
      readonly certificateEndsAtMs?: number;
    }
  | { readonly kind: 'no-address' | 'no-connection' | 'no-tls'; readonly reason: string };

/** Opens one connection to the service's host and closes it. `timeoutMs` is for all of it. */
export async function reachService(url: string, timeoutMs: number): Promise<Reach> {
  const { hostname, port, protocol } = new URL(url);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isName = isIP(host) === 0;
  const to = { host, port: Number(port || (isTls ? 443 : 80)), servername: isName ? host : undefined };
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = isTls ? openTls(to) : openTcp(to);
  let stage: 'no-address' | 'no-connection' | 'no-tls' = isName ? 'no-address' : 'no-connection';
  socket.on('lookup', (error) => {
    if (!error) stage = 'no-connection';
  });
  socket.on('connect', () => {
    stage = 'no-tls';
  });
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal });
    const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
    return {
      kind: 'reached',
      address: socket.remoteAddress ?? host,
      durationMs: Math.round(performance.now() - startedAt),
      certificateEndsAtMs: certificate === undefined ? undefined : Date.parse(certificate),
    };
  } catch (error) {
    return { kind: stage, reason: signal.aborted ? 'timeout' : (codeOf(error) ?? 'unknown') };
  } finally {
    socket.on('error', () => {}); // The first one was reported.
    socket.destroy();
  }
}
