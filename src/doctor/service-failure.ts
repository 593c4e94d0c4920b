import type { BackupServiceError } from '../backup-service/errors.ts';
import { failed, type Result } from './finding.ts';

const CREDENTIALS =
  'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD by signing in with them by hand. The bot itself waits longer after each refusal, so that the account is not locked.';
const PREFIX =
  'BACKUP_SERVICE_URL must hold the api prefix and end where /login follows, such as https://backup.example.com/api.';
const OPERATOR = 'Ask those who run the service; the bot tries again by itself.';

/** A failure of the service, and what to do about it. Holds nothing of the answer. */
export function serviceFailure(error: BackupServiceError): Result {
  switch (error.code) {
    case 'login-rejected':
      return failed('the service refuses the user name or password', CREDENTIALS);
    case 'http':
      if (error.status === 429) return failed('the service asks for a pause (HTTP 429)', OPERATOR);
      if (error.status < 400) {
        return failed(
          `${error.operation} is answered from another address (HTTP ${error.status})`,
          `Check BACKUP_SERVICE_URL: redirects are not followed, as they would carry the token elsewhere. ${PREFIX}`,
        );
      }
      if (error.status >= 500) return failed(`the service answers HTTP ${error.status}`, OPERATOR);
      if (!error.hasErrorObject) {
        return failed(
          `${error.operation} answers HTTP ${error.status}, and not in the form of the service: something in front of it answers`,
          `${PREFIX} If it does, ask those who run the proxy or firewall in between.`,
        );
      }
      return failed(`${error.operation} answers HTTP ${error.status}`, PREFIX);
    case 'bad-response':
      return failed(`${error.operation} gives no usable answer: ${error.reason}`, PREFIX);
    case 'network':
      return failed(
        `${error.operation} broke off: ${error.reason}`,
        'Check what stands between this machine and the service: firewall, proxy, load balancer.',
      );
    case 'timeout':
      return failed(`${error.operation} gave no answer within its time`, OPERATOR);
    case 'circuit-open':
      return serviceFailure(error.failure);
    case 'busy':
      return failed(error.message, OPERATOR);
    default:
      return error satisfies never;
  }
}
