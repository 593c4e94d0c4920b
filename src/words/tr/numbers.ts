import { countIn } from '../count-in.ts';
import type { numbers as english } from '../en/numbers.ts';

const conjunction = new Intl.ListFormat('tr', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('tr', { type: 'disjunction' });

// Nouns stay singular after a number, so nothing here has to agree with one.
export const numbers: typeof english = {
  count: countIn('tr-TR'),
  percent: (value) => `%${numbers.count(value)}`,
  list: (items) => conjunction.format(items),
  either: (items) => disjunction.format(items),
};

/** `1001, 1002 ve 3 hesap daha` */
export const listAndMore = (shown: readonly string[], more: number): string =>
  numbers.list(more > 0 ? [...shown, `${numbers.count(more)} hesap daha`] : shown);

/**
 * `2’si`, `4’ü`, `40’ı`: so many of them. The suffix follows the sound of the number's last word, of which there are
 * the digits, the tens, yüz, bin and the words for the powers of a thousand. For whole numbers from 0.
 */
export function soManyOf(value: number): string {
  return `${numbers.count(value)}’${suffixOf(value)}`;
}

const OF_DIGIT = ['ı', 'i', 'si', 'ü', 'ü', 'i', 'sı', 'si', 'i', 'u'];
const OF_TENS = ['', 'u', 'si', 'u', 'ı', 'si', 'ı', 'i', 'i', 'ı'];
/** bin, milyon, milyar, trilyon. */
const OF_POWERS = ['i', 'u', 'ı', 'u'];

function suffixOf(value: number): string {
  if (value % 10 !== 0 || value === 0) return OF_DIGIT[value % 10] ?? 'i';
  if (value % 100 !== 0) return OF_TENS[(value / 10) % 10] ?? 'i';
  if (value % 1000 !== 0) return 'ü';
  let power = -1;
  for (let rest = value; rest % 1000 === 0 && power < OF_POWERS.length - 1; rest /= 1000) power += 1;
  return OF_POWERS[power] ?? 'i';
}

/** The first letter large, as Turkish has it: `istemci` becomes `İstemci`. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('tr') + text.slice(1);
}
