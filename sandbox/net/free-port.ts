import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports: from 32,768 on Linux, from 49,152 elsewhere. */
const [FIRST, END] = [20_000, 32_768];

/**
 * A port of 127.0.0.1 that is free and outside the system's ephemeral range. Connections are refused while its server is
 * stopped, and a server can listen on it again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port was found from ${FIRST} to ${END - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
