import type { ServiceError, ServiceErrorCode } from '../service/errors.ts';

type Words = readonly [what: string, fix: string];

const REACH =
  'Check BACKUP_SERVICE_URL for a typing mistake, that the service runs, and that DNS, firewalls and proxies let this machine through.';
const NO_ACCOUNT: Words = ['the service knows no such account', 'Use the id of one that you know exists.'];
const NO_TRUST: Words = [
  'the certificate of the service is not accepted',
  'For a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file, in the environment of the process: Node does not read it from .env. One that has expired, or is for another name, only those who run the service can replace. For a service without TLS, BACKUP_SERVICE_URL must be http://.',
];
const WORDS: Readonly<Partial<Record<ServiceErrorCode, Words>>> = {
  'login-rejected': [
    'the service refuses the user name or password',
    'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD by signing in with them by hand. The bot itself waits longer after each refusal, so that the account is not locked.',
  ],
  'not-found': NO_ACCOUNT,
  'invalid-id': NO_ACCOUNT,
  forbidden: [
    'the service account may not see this account',
    'Ask those who run the service to give BACKUP_SERVICE_USERNAME the right to read accounts.',
  ],
  timeout: ['the service does not answer in time', `${REACH} The bot tries again by itself.`],
  network: ['no connection to the service', REACH],
  'bad-response': [
    'the answer does not match the interface of the service',
    'BACKUP_SERVICE_URL must include the api prefix and end where /login follows, such as https://backup.example.com/api; redirects are not followed. If it does, ask those who run the proxy or firewall in between.',
  ],
};
/** For all other codes, which are about the service alone; the status and the reason say more. */
const OTHER: Words = [
  'the service fails, or asks for a pause',
  'Ask those who run the service; the bot tries again by itself.',
];

/** What failed when the service was called, and what to do about it. Contains nothing of the answer. */
export function serviceFailure({ code, facts }: ServiceError): Words {
  const { operation, status, reason = '' } = facts;
  const isTls = code === 'network' && /CERT|TLS|SSL|EPROTO|ISSUER|SIGNATURE|CRL/.test(reason);
  const [what, fix] = isTls ? NO_TRUST : (WORDS[code] ?? OTHER);
  return [`${what} (${[operation, status && `HTTP ${status}`, reason].filter(Boolean).join(', ')})`, fix];
}
