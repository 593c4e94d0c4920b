// doctor/ checks an installation with its real settings, one part at a time, and tells how to fix what is wrong.
// It must never change what it checks, keep anything open, or print a secret.

/** One line of the output. */
export interface Finding {
  /** What was looked at. */
  readonly check: string;
  /** `warned`: it works, but perhaps not as intended. `skipped`: it could not be looked at, or was not asked for. */
  readonly kind: 'passed' | 'warned' | 'failed' | 'skipped';
  readonly message: string;
  /** What to do, in a sentence. Absent where there is nothing to do. */
  readonly fix?: string | undefined;
}

export type Findings = AsyncGenerator<Finding, void, void>;

const told = (kind: Finding['kind']) => (check: string, message: string, fix?: string) =>
  ({ check, kind, message, fix }) satisfies Finding;

export const passed = told('passed');
export const warned = told('warned');
export const failed = told('failed');
export const skipped = told('skipped');

/** This machine's own addresses, and a socket in its file system. */
const THIS_MACHINE = /^(?:|localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** A ⚠ for an address on another machine that is spoken to without TLS; `what` travels there. */
export function inClear(
  check: string,
  {
    setting,
    address,
    what,
    fix,
  }: Readonly<Record<'setting' | 'address' | 'what', string>> & { fix?: string },
): readonly Finding[] {
  const { hostname, protocol } = new URL(address);
  if (protocol === 'https:' || THIS_MACHINE.test(hostname)) return [];
  const message = `${setting} has no TLS: ${what} travel in clear to ${hostname}`;
  return [warned(check, message, fix ?? `Set ${setting} to the https:// address.`)];
}
