import type { ServiceError, ServiceErrorCode } from '../service/errors.ts';

const PREFIX =
  'BACKUP_SERVICE_URL must hold the api prefix and end where /login follows, such as https://backup.example.com/api.';
const OPERATOR = 'Ask those who run the service; the bot tries again by itself.';
const CREDENTIALS =
  'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD by signing in with them by hand. The bot itself waits longer after each refusal, so that the account is not locked.';
const RIGHTS = 'Ask those who run the service to give BACKUP_SERVICE_USERNAME the right to read accounts.';
const REACH =
  'Check host and port in BACKUP_SERVICE_URL, that the service runs, and that firewalls and proxies let this machine through.';
const NAME = 'Check BACKUP_SERVICE_URL for a typing mistake, and the DNS of this machine.';
const TRUST =
  'BACKUP_SERVICE_URL must be http:// for a service without TLS; for a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file.';
const ADDRESS =
  'Check BACKUP_SERVICE_URL: redirects are not followed, as they would carry the token elsewhere.';

type Words = readonly [message: string, fix: string];

/** What failed when the service was asked, and what to do about it. Holds nothing of the answer. */
export function serviceFailure({ code, facts }: ServiceError): Words {
  const { operation, status, reason } = facts;
  const unknown: Words = [
    `the service knows no such account (HTTP ${status})`,
    'Use the id of one that you know exists.',
  ];
  const forbidden: Words = [`the service account may not see this account (HTTP ${status})`, RIGHTS];
  const words: Readonly<Record<ServiceErrorCode, Words>> = {
    'login-rejected': ['the service refuses the user name or password', CREDENTIALS],
    'not-found': unknown,
    'invalid-id': unknown,
    forbidden,
    unauthorized: forbidden,
    'rate-limited': ['the service asks for a pause (HTTP 429)', OPERATOR],
    'server-error': [`the service answers HTTP ${status}`, OPERATOR],
    timeout: [`${operation} gave no answer within its time`, `${REACH} The bot tries again by itself.`],
    network: notReached(reason),
    'bad-response': badResponse(facts),
    busy: ['the service was not asked', OPERATOR],
    closed: ['the service was not asked', OPERATOR],
  };
  return words[code];
}

/** `reason`: the word of the system, of OpenSSL or of Node. */
function notReached(reason = 'unknown'): Words {
  if (/^(?:ENOTFOUND|EAI_)/.test(reason)) return [`there is no such host: ${reason}`, NAME];
  return /CERT|TLS|SSL|EPROTO|ISSUER|SIGNATURE|CRL/.test(reason)
    ? [`no trust in the service: ${reason}`, TRUST]
    : [`no connection to the service: ${reason}`, REACH];
}

function badResponse({ operation, status, reason }: ServiceError['facts']): Words {
  const answers = `${operation} answers HTTP ${status}`;
  if (reason === 'moved')
    return [`${operation} is answered from another address (HTTP ${status})`, `${ADDRESS} ${PREFIX}`];
  if (reason === 'not-the-service')
    return [
      `${answers}, and not in the form of the service: something in front of it answers`,
      `${PREFIX} If it does, ask those who run the proxy or firewall in between.`,
    ];
  return [reason === 'refused' ? answers : `${operation} gives no usable answer: ${reason}`, PREFIX];
}
