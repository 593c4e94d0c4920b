import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems give to whoever asks for any port, and to outgoing connections: from 32,768 on Linux, 49,152 elsewhere. */
const [FIRST, END] = [20_000, 32_768];

/**
 * A port of 127.0.0.1 that nothing listens on and that nobody is given by chance: while its server is stopped, connections
 * to it are refused, and it can be listened on again.
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
