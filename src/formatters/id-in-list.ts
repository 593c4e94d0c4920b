import { CUTS } from './limits.ts';
import { tidyKeepingEnd } from './tidy.ts';

/** An id among others: short enough for a list, and still told from its neighbours. */
export function idInList(id: string): string {
  return tidyKeepingEnd(id, CUTS.idInList);
}
