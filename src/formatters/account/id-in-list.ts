import { CUTS } from '../kit/limits.ts';
import { tidyKeepingEnd } from '../kit/tidy.ts';

/** An id among others: short enough for a list, and still told from its neighbours. */
export function idInList(id: string): string {
  return tidyKeepingEnd(id, CUTS.idInList);
}
