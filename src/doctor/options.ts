import { parseArgs } from 'node:util';

export interface DoctorOptions {
  readonly accountId: string | undefined;
  readonly isJson: boolean;
}

export type DoctorOptionsResult =
  | { readonly kind: 'run'; readonly options: DoctorOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problem: string };

export const USAGE = `npm run doctor [-- options]      node dist/doctor.js [options]

Checks this installation with its real settings and tells how to fix what is wrong. Changes nothing. Exit code 1 on any ✗.

  --account ID    also read this account and compare every field with the service interface
  --json          the findings as JSON
  --help          this
`;

/** Reads the command line, without the `node script` part. */
export function parseOptions(args: readonly string[]): DoctorOptionsResult {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        account: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    if (values.account?.trim() === '') return { kind: 'invalid', problem: '--account needs an id' };
    return { kind: 'run', options: { accountId: values.account, isJson: values.json } };
  } catch (error) {
    // parseArgs throws TypeErrors whose message names the flag.
    return { kind: 'invalid', problem: (error as Error).message };
  }
}
