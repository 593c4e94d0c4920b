import { countIn } from '../count-in.ts';
import type { NumberWords } from '../grammar-words.ts';

const LOCALE = 'en-US';

// en-GB has no comma before the last "and".
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export const numbers: NumberWords = {
  count: countIn(LOCALE),
  percent: (value) => `${numbers.count(value)}%`,
  list: (items) => conjunction.format(items),
};

/** `1 day`, `3 days`: the number with the form of the noun that goes with it. */
export function counted(value: number, one: string, other: string): string {
  return `${numbers.count(value)} ${value === 1 ? one : other}`;
}
