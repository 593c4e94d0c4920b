/** How a Slack client of one language writes dates. `year` is empty where it is left out. */
export interface DateWords {
  readonly justNow: string;
  date(day: Day, year: string): string;
  short(day: Day, year: string): string;
  long(day: Day, year: string): string;
  full(day: Day, year: string): string;
}

/** Names in the language of the reader. */
interface Day {
  readonly weekday: string;
  readonly month: string;
  readonly day: string;
}

const ORDINALS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (day: string) => `${day}${ORDINALS[ordinalRules.select(Number(day))]}`;
const after = (sign: string, year: string) => (year === '' ? '' : `${sign}${year}`);

const ENGLISH: DateWords = {
  justNow: 'just now',
  date: ({ month, day }, year) => `${month} ${ordinal(day)}${after(', ', year)}`,
  short: ({ month, day }, year) => `${month.slice(0, 3)} ${day}${after(', ', year)}`,
  long: (day, year) => `${day.weekday}, ${ENGLISH.date(day, year)}`,
  full: ({ month, day }, year) => `${month} ${day}${after(', ', year)}`,
};

const TURKISH: DateWords = {
  justNow: 'az önce',
  date: ({ month, day }, year) => `${day} ${month}${after(' ', year)}`,
  short: ({ month, day }, year) => `${day} ${month.slice(0, 3)}${after(' ', year)}`,
  long: (day, year) => `${TURKISH.date(day, year)} ${day.weekday}`,
  full: (day, year) => TURKISH.date(day, year),
};

export function dateWordsOf(locale: string): DateWords {
  return /^tr\b/i.test(locale) ? TURKISH : ENGLISH;
}
