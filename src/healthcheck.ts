import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { readSettings, settingsToFix } from './settings.ts';

/** Shorter than the timeout of container engines. */
const WITHIN_MS = 4_000;
/** The address for a server that listens on all addresses of this machine. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Calls `/healthz` of the app that runs here with the same settings. Returns a line to print, and whether all is well. */
async function check(): Promise<readonly [text: string, isWell: boolean]> {
  const read = readSettings(undefined, ['OPERATIONS_HOST', 'OPERATIONS_PORT']);
  if (read.kind === 'invalid') return [settingsToFix(read), false];
  const { OPERATIONS_HOST, OPERATIONS_PORT: port } = read.settings;
  if (port === 'off' || port === 0) return [`not checked: OPERATIONS_PORT is ${port}\n`, true];
  const host = LOOPBACK[OPERATIONS_HOST] ?? OPERATIONS_HOST;
  const signal = AbortSignal.timeout(WITHIN_MS);
  // The shared agent would use the proxy of the environment, which is for outside addresses.
  const request = get({ host, port, path: '/healthz', agent: false, signal });
  const [response]: IncomingMessage[] = await once(request, 'response').catch(() => []);
  response?.destroy();
  if (response?.statusCode === 200) return ['alive\n', true];
  return [`no answer on OPERATIONS_HOST ${OPERATIONS_HOST}, OPERATIONS_PORT ${port}\n`, false];
}

const [text, isWell] = await check();
process.stdout.write(text);
process.exitCode = isWell ? 0 : 1;
