import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems assign themselves: from 32,768 on Linux, from 49,152 elsewhere. */
const [FIRST, END] = [20_000, 32_768];

/**
 * A port of 127.0.0.1 that nothing listens on and that the system does not assign to others. While its server is stopped,
 * connections to it are refused, and a server can listen on it again.
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
