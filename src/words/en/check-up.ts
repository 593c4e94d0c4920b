import type { CheckUpWords } from '../check-up-words.ts';
import { numbers } from './numbers.ts';

export const checkUp: CheckUpWords = {
  failing: (since) => `Look-ups have been failing since ${since}.`,
  well: 'The service is ready for look-ups.',
  notSignedIn: 'Not signed in.',
  signedIn: (left) => `Signed in, for another ${left}`,
  opened: (durationMs) =>
    `Connection to the service’s host: opened in ${numbers.count(durationMs)} ms, no request sent`,
  notOpened: (reason) => `No connection to the service’s host: ${reason}`,
  lastAnswer: (ago) => `Last answer about an account: ${ago}`,
  noneAnswered: 'No answer about an account since this app started',
  zone: (sentence) => sentence.slice(0, 1).toUpperCase() + sentence.slice(1),
  versions: (program, node) => `backup-status ${program} · Node ${node}`,
};
