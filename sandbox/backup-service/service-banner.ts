import { ACCOUNTS } from './accounts/accounts.ts';
import type { Fault } from './faults.ts';

/** What a person needs to use the running service. A password of their own is not printed, the sandbox's is. */
export function serviceBanner(service: {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly isPasswordGiven: boolean;
  readonly faults: readonly { readonly account: string; readonly fault: Fault }[];
}): string {
  const password = service.isPasswordGiven ? '<your password>' : service.password;
  const accounts = [
    ...ACCOUNTS.map(({ id, title }) => [id, title] as const),
    ['load-<number>', 'healthy, as many as you need'] as const,
  ];
  const login = shellQuoted(JSON.stringify({ username: service.username, password }));
  return `Backup Account Service on ${service.url}

  username  ${service.username}
  password  ${password}

Accounts
${columns(accounts)}
${faultList(service.faults)}
Try it
  TOKEN=$(curl -s ${service.url}/login -H 'Content-Type: application/json' \\
    -d ${login} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s -G ${service.url}/v1/general-info --data-urlencode 'id=1001' -H "Authorization: Bearer $TOKEN"

Ctrl-C stops it.
`;
}

function faultList(faults: Parameters<typeof serviceBanner>[0]['faults']): string {
  if (faults.length === 0) return '';
  const rows = faults.map(
    ({ account, fault }) => [account, fault.kind === 'status' ? String(fault.status) : fault.kind] as const,
  );
  return `\nFaults\n${columns(rows)}\n`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
