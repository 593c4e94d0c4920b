import { parseArgs } from 'node:util';
import type { Fault } from './faults.ts';
import { offsetMsOf } from './service-time.ts';
import type { StartOptions } from './start-backup-service.ts';

/** What `npm run service` was asked for. */
export type ServiceOptionsResult =
  | {
      readonly kind: 'run';
      readonly start: StartOptions & { readonly port: number };
      readonly faults: readonly { readonly account: string; readonly fault: Fault }[];
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problem: string };

const FAULT_KINDS = [
  'html-page',
  'truncated-json',
  'wrong-types',
  'not-an-object',
  'reset',
  'hang',
  'slow-drip',
  'rate-limited',
  'gzip',
  'huge',
] as const satisfies readonly Fault['kind'][];

/** Shown for `--help`. */
export const SERVICE_USAGE = `npm run service -- [options]

  --port N               3101; 0 takes a free one
  --token-lifetime S     seconds that a token is good for; 3600
  --utc-offset +HH:MM    offset of all dates and of expiresAt; +03:00 (a negative one: --utc-offset=-03:30)
  --single-token         a new login kills the tokens before it
  --latency-ms MS        waited before every answer; 0
  --username X           sandbox
  --password X           sandbox-password
  --fault ID=KIND        spoil every answer about this account; may be given several times. KIND is a status such as 503, or
                         ${FAULT_KINDS.slice(0, 5).join(', ')},
                         ${FAULT_KINDS.slice(5).join(', ')}
  --help                 this text
`;

/** Reads the command line, without the `node script` part. */
export function parseServiceOptions(args: readonly string[]): ServiceOptionsResult {
  try {
    const values = flagsIn(args);
    if (values.help) return { kind: 'help' };
    const { username, password } = values;
    if (username === '' || password === '')
      throw new TypeError('--username and --password must not be empty');
    return {
      kind: 'run',
      start: {
        port: numberIn('--port', values.port, { least: 0, most: 65_535, isWhole: true }),
        tokenLifetimeMs: 1000 * numberIn('--token-lifetime', values['token-lifetime'], { least: 0.001 }),
        utcOffset: offsetIn(values['utc-offset']),
        singleToken: values['single-token'],
        latencyMs: numberIn('--latency-ms', values['latency-ms'], { least: 0 }),
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
      faults: values.fault.map(faultIn),
    };
  } catch (error) {
    // parseArgs and the readers below throw TypeErrors whose message names the flag.
    if (error instanceof TypeError) return { kind: 'invalid', problem: error.message };
    throw error;
  }
}

function flagsIn(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '3101' },
      'token-lifetime': { type: 'string', default: '3600' },
      'utc-offset': { type: 'string', default: '+03:00' },
      'single-token': { type: 'boolean', default: false },
      'latency-ms': { type: 'string', default: '0' },
      username: { type: 'string' },
      password: { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

function numberIn(
  flag: string,
  text: string,
  { least, most = 2 ** 31 - 1, isWhole = false }: { least: number; most?: number; isWhole?: boolean },
): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw new TypeError(`${flag} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
}

function offsetIn(text: string): string {
  try {
    offsetMsOf(text);
    return text;
  } catch (cause) {
    throw new TypeError('--utc-offset must look like +03:00 or -03:30', { cause });
  }
}

function faultIn(text: string): { account: string; fault: Fault } {
  const at = text.lastIndexOf('=');
  const account = text.slice(0, Math.max(at, 0));
  const word = text.slice(at + 1);
  const kind = FAULT_KINDS.find((known) => known === word);
  if (account !== '' && kind) return { account, fault: { kind } };
  if (account !== '' && /^[2-5]\d\d$/.test(word))
    return { account, fault: { kind: 'status', status: Number(word) } };
  throw new TypeError(
    `--fault must be an account id, =, and a status from 200 to 599 or one of: ${FAULT_KINDS.join(', ')}`,
  );
}
