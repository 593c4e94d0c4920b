import { NO_BREAK } from '../durations.ts';
import { numbers } from './numbers.ts';

/** What `/backup-status doctor` says; failures, limits and zone are worded as elsewhere. */
export const checkUp = {
  /** A sentence. `since` is a moment. */
  failing: (since: string) => `Look-ups have been failing since ${since}.`,
  /** A sentence: nothing is known that would keep a look-up from being answered. */
  well: 'The service is ready for look-ups.',
  /** A sentence; opens what happened and what to do. */
  notSignedIn: 'Not signed in.',
  /** Without a full stop, as all that follow: they stand in a list. `left` is a duration. */
  signedIn: (left: string) => `Signed in, for another ${left}`,
  /** A connection, over which nothing was asked. */
  opened: (durationMs: number) =>
    `Connection to the service’s host: opened in ${numbers.count(durationMs)}${NO_BREAK}ms, no request sent`,
  /** `reason` is the system's word, such as `ECONNREFUSED`. */
  notOpened: (reason: string) => `No connection to the service’s host: ${reason}`,
  lastAnswer: (ago: string) => `Last answer about an account: ${ago}`,
  noneAnswered: 'No answer about an account since this app started',
  zone: (sentence: string) => sentence.slice(0, 1).toUpperCase() + sentence.slice(1),
  versions: (program: string, node: string) => `backup-status ${program} · Node ${node}`,
};
