import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import { within } from '../async.ts';
import { codeOf } from './requests.ts';

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
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const opened: Socket[] = [];
  let stage: 'no-address' | 'no-connection' | 'no-tls' = 'no-address';
  try {
    const found = await within(lookup(host), timeoutMs);
    if (found === undefined) return { kind: stage, reason: 'timeout' };
    const { address } = found.value;
    stage = 'no-connection';
    const tcp = openTcp({ host: address, port: Number(port || (isTls ? 443 : 80)) });
    opened.push(tcp.on('error', alreadyTold));
    await once(tcp, 'connect', { signal });
    stage = 'no-tls';
    const certificateEndsAtMs = isTls ? await certificateEnd(tcp, { host, signal, opened }) : undefined;
    const durationMs = Math.round(performance.now() - startedAt);
    return {
      kind: 'reached',
      address,
      durationMs,
      certificateEndsAtMs,
    };
  } catch (error) {
    return { kind: stage, reason: signal.aborted ? 'timeout' : (codeOf(error) ?? 'unknown') };
  } finally {
    for (const socket of opened) socket.destroy();
  }
}

/** `once` has reported the first error; later ones do not matter. */
const alreadyTold = () => {};

async function certificateEnd(
  tcp: Socket,
  { host, signal, opened }: { host: string; signal: AbortSignal; opened: Socket[] },
): Promise<number> {
  const tls: TLSSocket = openTls({ socket: tcp, host, servername: isIP(host) === 0 ? host : undefined });
  opened.push(tls.on('error', alreadyTold));
  await once(tls, 'secureConnect', { signal });
  return Date.parse(tls.getPeerCertificate().valid_to);
}
