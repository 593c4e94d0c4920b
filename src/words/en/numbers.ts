import { countIn } from '../count-in.ts';

const LOCALE = 'en-US';

// en-GB has no comma before the last "and".
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const numbers = {
  /** Grouped as the language does it; amounts beyond all sense as powers of ten. */
  count: countIn(LOCALE),
  /** A whole number of percent. */
  percent: (value: number): string => `${numbers.count(value)}%`,
  /** `1001, 1002 and 1003`. */
  list: (items: readonly string[]) => conjunction.format(items),
  /** `1001, 1002 or 1003`. */
  either: (items: readonly string[]) => disjunction.format(items),
};

/** `1001, 1002 and 3 more` */
export const listAndMore = (shown: readonly string[], more: number): string =>
  numbers.list(more > 0 ? [...shown, `${numbers.count(more)} more`] : shown);

/** `1 day`, `3 days`: the number with the form of the noun that goes with it. */
export function counted(value: number, one: string, other: string): string {
  return `${numbers.count(value)} ${value === 1 ? one : other}`;
}
