import type { NumberWords } from '../grammar-words.ts';

const LOCALE = 'en-US';
/** Beyond this a number is no count of anything, and its digits would fill the card. */
const SENSIBLE = 1e15;

const grouped = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const powers = new Intl.NumberFormat(LOCALE, { notation: 'scientific', maximumFractionDigits: 2 });
// en-GB has no comma before the last "and".
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export const numbers: NumberWords = {
  count(value) {
    // Most numbers are small, and Intl takes longer for one than the rest of a line.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    return (Math.abs(value) < SENSIBLE ? grouped : powers).format(value);
  },
  percent: (value) => `${numbers.count(value)} %`,
  list: (items) => conjunction.format(items),
};

/** `1 day`, `3 days`: the number with the form of the noun that goes with it. */
export function counted(value: number, one: string, other: string): string {
  return `${numbers.count(value)} ${value === 1 ? one : other}`;
}
