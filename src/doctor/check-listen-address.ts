import { once } from 'node:events';
import { createServer } from 'node:net';
import { type CheckName, type Finding, failed, passed } from './finding.ts';

/** A place to listen on, and the names of the settings that say where. */
export interface ListenAddress {
  readonly check: Extract<CheckName, 'listen address' | 'operations address'>;
  readonly host: string;
  readonly port: number;
  readonly setBy: readonly [host: string, port: string];
}

/** Listens there for a moment. Taken is no fault: so it is while the bot runs. */
export async function checkListenAddress({ check, host, port, setBy }: ListenAddress): Promise<Finding> {
  const place = `${host}, port ${port}`;
  const [hostSetting, portSetting] = setBy;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    await new Promise((resolve) => server.close(resolve));
    return passed(check, `${place}: free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return passed(check, `${place}: in use, as it is while the bot runs`);
    return failed(
      check,
      `cannot listen on ${hostSetting} ${host}, ${portSetting} ${port}: ${code}`,
      `Set ${hostSetting} to an address of this machine (0.0.0.0 is all of them), and ${portSetting} to one this user may open.`,
    );
  }
}
