import type { BackupServiceError } from '../backup-service/errors.ts';

interface Trouble {
  readonly message: string;
  readonly fix: string;
}

const CREDENTIALS =
  'Check BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD by signing in with them by hand. The bot itself waits longer after each refusal, so that the account is not locked.';
const PREFIX =
  'BACKUP_SERVICE_URL must hold the api prefix and end where /login follows, such as https://backup.example.com/api.';
const OPERATOR = 'Ask those who run the service; the bot tries again by itself.';

/** A failure of the service, and what to do about it. Holds nothing of the answer. */
export function serviceTrouble(error: BackupServiceError): Trouble {
  switch (error.code) {
    case 'login-rejected':
      return { message: 'the service refuses the user name or password', fix: CREDENTIALS };
    case 'http':
      if (error.status === 429) return { message: 'the service asks for a pause (HTTP 429)', fix: OPERATOR };
      if (error.status < 400) {
        return {
          message: `${error.operation} is answered from another address (HTTP ${error.status})`,
          fix: `Check BACKUP_SERVICE_URL: redirects are not followed, as they would carry the token elsewhere. ${PREFIX}`,
        };
      }
      if (error.status >= 500) return { message: `the service answers HTTP ${error.status}`, fix: OPERATOR };
      if (!error.hasErrorObject) {
        return {
          message: `${error.operation} answers HTTP ${error.status}, and not in the form of the service: something in front of it answers`,
          fix: `${PREFIX} If it does, ask those who run the proxy or firewall in between.`,
        };
      }
      return { message: `${error.operation} answers HTTP ${error.status}`, fix: PREFIX };
    case 'bad-response':
      return { message: `${error.operation} gives no usable answer: ${error.reason}`, fix: PREFIX };
    case 'network':
      return {
        message: `${error.operation} broke off: ${error.reason}`,
        fix: 'Check what stands between this machine and the service: firewall, proxy, load balancer.',
      };
    case 'timeout':
      return { message: `${error.operation} gave no answer within its time`, fix: OPERATOR };
    case 'circuit-open':
      return serviceTrouble(error.failure);
    case 'busy':
      return { message: error.message, fix: OPERATOR };
    default:
      return error satisfies never;
  }
}
