import { once } from 'node:events';
import { createServer } from 'node:net';
import { hostToAsk } from '../config.ts';
import { failed, passed, type Result } from './finding.ts';

/** How long the program that holds the port may take to answer. */
export const ASK_WITHIN_MS = 2_000;

/** A place to listen on, and the names of the settings that say where. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly setBy: readonly [host: string, port: string];
  /** Whether the bot of this installation is what answers at this address, such as `http://127.0.0.1:3000`. */
  readonly isBot: (origin: string) => Promise<boolean>;
}

/** Listens there for a moment. A taken port is fine when the bot itself holds it. */
export async function checkListenAddress(address: ListenAddress): Promise<Result> {
  const { host, port, setBy } = address;
  const place = `${host}, port ${port}`;
  const [hostSetting, portSetting] = setBy;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    await new Promise((resolve) => server.close(resolve));
    return passed(`${place}: free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      return failed(
        `cannot listen on ${hostSetting} ${host}, ${portSetting} ${port}: ${code}`,
        `Set ${hostSetting} to an address of this machine (0.0.0.0 is all of them), and ${portSetting} to one this user may open.`,
      );
    }
    if (await isBotThere(address)) return passed(`${place}: in use by the bot, which runs`);
    const fix = `Stop that program, or set ${portSetting} to another port.`;
    return failed(`${place}: in use by another program`, fix);
  }
}

async function isBotThere({ host, port, isBot }: ListenAddress): Promise<boolean> {
  const asked = hostToAsk(host);
  try {
    return await isBot(`http://${asked.includes(':') ? `[${asked}]` : asked}:${port}`);
  } catch {
    return false; // No answer, or none that a bot of ours gives.
  }
}

/** Whether health and metrics of a bot are shown there. */
export async function isReadinessOfBot(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
  return (await answer.text()).startsWith('{"ready":');
}
