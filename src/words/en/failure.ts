import type { UnavailableReason } from '../../domain/outcome.ts';
import { tryAgain } from './time.ts';

/** A failure in words: `title` stands beside the id, `what` happened, `next` is what to do. */
export interface FailureText {
  readonly title: string;
  readonly what: string;
  readonly next: string;
}

const unavailable = (what: string, next: string): FailureText => ({
  title: 'Could not be checked',
  what,
  next,
});

const UNAVAILABLE: Readonly<Record<UnavailableReason, (retryAfterMs: number | undefined) => FailureText>> = {
  timeout: (wait) => unavailable('The service did not answer in time.', tryAgain(wait)),
  network: (wait) => unavailable('The service cannot be reached.', tryAgain(wait)),
  'server-error': (wait) => unavailable('The service reports an internal error.', tryAgain(wait)),
  'bad-response': () =>
    unavailable(
      'The service sent an answer that cannot be read.',
      'Try again; if this continues, tell the app’s admin.',
    ),
  'rate-limited': (wait) => unavailable('The service asks for a pause.', tryAgain(wait)),
  'login-rejected': () =>
    unavailable(
      'This app cannot sign in to the service.',
      'Tell the app’s admin: the service rejects its sign-in.',
    ),
  'account-refused': () =>
    unavailable('The service denies this app access to this account.', 'Ask the app’s admin for access.'),
  'not-the-service': (wait) =>
    unavailable(
      'A system in front of the service answered in its place.',
      `${tryAgain(wait)} If this continues, tell the app’s admin.`,
    ),
  moved: () =>
    unavailable(
      'The service has moved to another address.',
      'Ask the app’s admin to check BACKUP_SERVICE_URL.',
    ),
  busy: (wait) => unavailable('Too many look-ups are under way.', tryAgain(wait ?? 10_000)),
  stopping: () => unavailable('This app is being restarted.', 'Try again in a minute.'),
};

export const failure = {
  'not-found': (id: string): FailureText => ({
    title: 'No such account',
    what: `The service has no account “${id}”.`,
    next: 'Check the number and ask again.',
  }),
  'invalid-id': (id: string): FailureText => ({
    title: 'Not an account id',
    what: `The service does not take “${id}” as an account id.`,
    next: 'Check the number and ask again.',
  }),
  forbidden: (id: string): FailureText => ({
    title: 'No access to this account',
    what: `The service does not show account “${id}” to this app.`,
    next: 'Ask the app’s admin for access.',
  }),
  unavailable: UNAVAILABLE,
};
