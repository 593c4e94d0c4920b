import type { CheckUpWords } from '../check-up-words.ts';
import { numbers } from './numbers.ts';

export const checkUp: CheckUpWords = {
  title: 'How this app and the backup service are',
  reached: (durationMs) => `Service reached in ${numbers.count(durationMs)} ms`,
  notReached: (reason) => `Service cannot be reached: ${reason}`,
  signedIn: (left) => `Signed in, for another ${left}`,
  notSignedIn: 'Not signed in.',
  lastRead: (ago) => `Last answer about an account: ${ago}`,
  noneRead: 'No answer about an account since this app started',
  zone: (sentence) => sentence.slice(0, 1).toUpperCase() + sentence.slice(1),
  versions: (program, node) => `backup-status ${program} · Node ${node}`,
};
