import { Agent, get } from 'node:http';
import { readSettings, settingsToFix } from './read-settings.ts';

/** Shorter than a container engine waits. */
const WITHIN_MS = 4_000;
/** Where a server is asked that listens on all addresses of this machine. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Whether the bot beside it, which has the same settings, answers on `/healthz`. */
function isAlive(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({
      host: LOOPBACK[host] ?? host,
      port,
      path: '/healthz',
      // The default agent uses the proxy from the environment, which is for outside addresses.
      agent: new Agent(),
      signal: AbortSignal.timeout(WITHIN_MS),
    })
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      })
      .on('error', () => resolve(false));
  });
}

const read = readSettings(undefined, ['OPERATIONS_HOST', 'OPERATIONS_PORT']);
if (read.kind === 'invalid') {
  process.stdout.write(settingsToFix(read));
  process.exitCode = 1;
} else {
  const { OPERATIONS_HOST: host, OPERATIONS_PORT: port } = read.settings;
  if (port === 'off' || port === 0) process.stdout.write(`not looked at: OPERATIONS_PORT is ${port}\n`);
  else if (await isAlive(host, port)) process.stdout.write('alive\n');
  else {
    process.stdout.write(`no answer on OPERATIONS_HOST ${host}, OPERATIONS_PORT ${port}\n`);
    process.exitCode = 1;
  }
}
