import type { FailureText, FailureWords } from '../answer-words.ts';
import { tryAgain } from './try-again.ts';

const unavailable = (what: string, next: string): FailureText => ({
  title: 'Could not be checked',
  what,
  next,
});

export const failure: FailureWords = {
  'not-found': (id) => ({
    title: 'No such account',
    what: `The service has no account “${id}”.`,
    next: 'Check the number and ask again.',
  }),
  'invalid-id': (id) => ({
    title: 'Not an account id',
    what: `The service does not take “${id}” as an account id.`,
    next: 'Check the number and ask again.',
  }),
  forbidden: (id) => ({
    title: 'Not open to this app',
    what: `The service does not show account “${id}” to this app.`,
    next: 'Ask whoever runs this app for access to it.',
  }),
  unavailable: {
    timeout: (wait) => unavailable('The service did not answer in time.', tryAgain(wait)),
    network: (wait) => unavailable('The service cannot be reached.', tryAgain(wait)),
    'server-error': (wait) => unavailable('The service reports a fault of its own.', tryAgain(wait)),
    'bad-response': () =>
      unavailable(
        'The service sent an answer that cannot be read.',
        'Try again; if it stays so, tell whoever runs this app.',
      ),
    'rate-limited': (wait) => unavailable('The service asks for a pause.', tryAgain(wait)),
    'login-rejected': () =>
      unavailable(
        'This app cannot sign in to the service.',
        'Tell whoever runs this app: the service refuses its sign-in.',
      ),
    'account-refused': () =>
      unavailable(
        'The service refuses this account’s data to this app.',
        'Ask the people who run this app for access to it.',
      ),
    'not-the-service': (wait) =>
      unavailable(
        'The answer did not come from the service, but from something in front of it.',
        `${tryAgain(wait)} If it stays so, tell the people who run this app.`,
      ),
    moved: () =>
      unavailable(
        'The service answers from another address.',
        'Tell the people who run this app: check BACKUP_SERVICE_URL.',
      ),
    busy: (wait) => unavailable('Too many look-ups are under way.', tryAgain(wait ?? 10_000)),
    stopping: () => unavailable('This app is being restarted.', 'Try again in a minute.'),
  },
};
