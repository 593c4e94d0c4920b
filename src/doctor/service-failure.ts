import type { ServiceError } from '../service/errors.ts';
import { failed, type Result } from './finding.ts';

const CREDENTIALS =
  'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD by signing in with them by hand. The bot itself waits longer after each refusal, so that the account is not locked.';
const PREFIX =
  'BACKUP_SERVICE_URL must hold the api prefix and end where /login follows, such as https://backup.example.com/api.';
const OPERATOR = 'Ask those who run the service; the bot tries again by itself.';

/** A failure of the service, and what to do about it. Holds nothing of the answer. */
export function serviceFailure({ code, facts }: ServiceError): Result {
  const { operation, status, reason } = facts;
  switch (code) {
    case 'login-rejected':
      return failed('the service refuses the user name or password', CREDENTIALS);
    case 'rate-limited':
      return failed('the service asks for a pause (HTTP 429)', OPERATOR);
    case 'server-error':
      return failed(`the service answers HTTP ${status}`, OPERATOR);
    case 'bad-response':
      return badResponse(facts);
    case 'network':
      return failed(
        `${operation} broke off: ${reason}`,
        'Check what stands between this machine and the service: firewall, proxy, load balancer.',
      );
    case 'timeout':
      return failed(`${operation} gave no answer within its time`, OPERATOR);
    case 'invalid-id':
    case 'forbidden':
    case 'not-found':
    case 'unauthorized':
      return failed(`${operation} answers HTTP ${status}`, PREFIX);
    case 'busy':
    case 'closed':
      return failed('the service was not asked', OPERATOR);
    default:
      return code satisfies never;
  }
}

function badResponse({ operation, status, reason }: ServiceError['facts']): Result {
  switch (reason) {
    case 'moved':
      return failed(
        `${operation} is answered from another address (HTTP ${status})`,
        `Check BACKUP_SERVICE_URL: redirects are not followed, as they would carry the token elsewhere. ${PREFIX}`,
      );
    case 'not-the-service':
      return failed(
        `${operation} answers HTTP ${status}, and not in the form of the service: something in front of it answers`,
        `${PREFIX} If it does, ask those who run the proxy or firewall in between.`,
      );
    case 'refused':
      return failed(`${operation} answers HTTP ${status}`, PREFIX);
    default:
      return failed(`${operation} gives no usable answer: ${reason}`, PREFIX);
  }
}
