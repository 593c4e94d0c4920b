import type { UnavailableReason } from '../../domain/outcome.ts';
import { tryAgain } from './time.ts';

/** A failure in words: `title` stands beside the id, `what` happened, `next` is what to do. */
export interface FailureText {
  readonly title: string;
  readonly what: string;
  readonly next: string;
}

const UNAVAILABLE: Readonly<Record<UnavailableReason, (retryAfterMs: number | undefined) => FailureText>> = {
  'no-answer': (wait) => ({
    title: 'Not checked: no answer',
    what: 'The service does not answer.',
    next: tryAgain(wait),
  }),
  'bad-response': () => ({
    title: 'Not checked: unusable answer',
    what: 'The service sends answers that cannot be used.',
    next: 'Try again; if this continues, tell the app’s admin.',
  }),
  'login-rejected': () => ({
    title: 'Not checked: sign-in refused',
    what: 'The service refuses this app’s sign-in.',
    next: 'Tell the app’s admin.',
  }),
  busy: (wait) => ({
    title: 'Not checked: too many at once',
    what: 'Too many look-ups at once.',
    next: tryAgain(wait),
  }),
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
