import { type Result, warned } from './finding.ts';

/** This machine's own addresses, and a socket in its file system. */
const THIS_MACHINE = /^(?:|localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** A ⚠ for an address on another machine that is spoken to without TLS; `what` travels there. */
export function inClear({
  setting,
  address,
  what,
  fix,
}: Readonly<Record<'setting' | 'address' | 'what' | 'fix', string>>): readonly Result[] {
  const { hostname } = new URL(address);
  if (THIS_MACHINE.test(hostname)) return [];
  return [warned(`${setting} has no TLS: ${what} travel in clear to ${hostname}`, fix)];
}

/** The same for a web address; nothing for https. */
export const inClearByHttp = (setting: string, address: string, what: string) =>
  new URL(address).protocol === 'http:'
    ? inClear({ setting, address, what, fix: `Set ${setting} to the https:// address.` })
    : [];
