import { Agent, get } from 'node:http';
import { hostToAsk, readOperationsAddress } from './config.ts';

/** Shorter than a container engine waits. */
const WITHIN_MS = 4_000;

/** Whether the bot beside it, which has the same settings, answers on `/healthz`. */
function isAlive({ host, port }: { readonly host: string; readonly port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    get({
      host: hostToAsk(host),
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

const address = readOperationsAddress();
if (address === undefined) process.stdout.write('not looked at: OPERATIONS_PORT is off\n');
else if (address.port === 0) process.stdout.write('not looked at: OPERATIONS_PORT is 0, any port\n');
else if (await isAlive(address)) process.stdout.write('alive\n');
else {
  process.stdout.write(`no answer on OPERATIONS_HOST ${address.host}, OPERATIONS_PORT ${address.port}\n`);
  process.exitCode = 1;
}
