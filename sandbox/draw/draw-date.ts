/** A date as Slack's markup gives it. */
export interface SlackDate {
  /** Unix seconds. */
  readonly seconds: number;
  /** Text with tokens such as `{date_short_pretty}`. */
  readonly format: string;
  /** What a client shows when it cannot draw the date. */
  readonly fallback: string;
}

/** Who reads it, and when. */
interface Clock {
  readonly nowMs: number;
  readonly timeZone: string;
  readonly locale: string;
  /** Also what stands in for the date. */
  readonly exact?: boolean;
}

/** How a Slack client of one language writes dates. `year` is empty where it is left out. */
interface DateWords {
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

function dateWordsOf(locale: string): DateWords {
  return /^tr\b/i.test(locale) ? TURKISH : ENGLISH;
}

const DAY_MS = 86_400_000;
/** "Less than six months in the past or future" (docs.slack.dev/messaging/formatting-message-text), in days. */
const YEAR_OMITTED_WITHIN_DAYS = 183;

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago, or until when, in Slack's words: `3 minutes ago`. Slack says nothing about less than a minute. */
function ago(seconds: number, { nowMs, locale }: Clock): string {
  const distance = Math.floor(nowMs / 1000) - seconds;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (!unit) return dateWordsOf(locale).justNow;
  const count = Math.floor(Math.abs(distance) / unit[1]);
  return new Intl.RelativeTimeFormat(locale).format(distance > 0 ? -count : count, unit[0]);
}

/** The parts of a moment on a wall calendar of the zone; months and weekdays by name. */
function calendar(ms: number, { timeZone, locale }: Clock): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}

function monthNumber(ms: number, { timeZone }: Clock): number {
  return Number(new Intl.DateTimeFormat('en-US', { timeZone, month: 'numeric' }).format(ms));
}

function dayNumber(ms: number, clock: Clock): number {
  const { year, day } = calendar(ms, clock);
  return Date.UTC(Number(year), monthNumber(ms, clock) - 1, Number(day)) / DAY_MS;
}

const twoDigits = (value: number | string) => String(value).padStart(2, '0');

/** `yesterday`, `today`, `tomorrow`; nothing about other days. */
function nearDay(daysAhead: number, { locale }: Clock): string | undefined {
  if (Math.abs(daysAhead) > 1) return undefined;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysAhead, 'day');
}

/** What each token stands for at this moment. Clock times in 24 hours: in Slack a preference of the reader. */
function tokenTexts(seconds: number, clock: Clock): Readonly<Record<string, string>> {
  const ms = seconds * 1000;
  const { weekday = '', month = '', day = '', year = '', hour, minute, second } = calendar(ms, clock);
  const words = dateWordsOf(clock.locale);
  const daysAhead = dayNumber(ms, clock) - dayNumber(clock.nowMs, clock);
  const shownYear = Math.abs(daysAhead) < YEAR_OMITTED_WITHIN_DAYS ? '' : year;
  const relative = nearDay(daysAhead, clock);
  const [date, short, long] = [words.date, words.short, words.long].map((say) =>
    say({ weekday, month, day }, shownYear),
  ) as [string, string, string];
  const ofMonth = twoDigits(monthNumber(ms, clock));
  return {
    date_num: `${year}-${ofMonth}-${twoDigits(day)}`,
    date_slash: `${twoDigits(day)}/${ofMonth}/${year}`,
    date,
    date_short: short,
    date_long: long,
    date_long_full: words.full({ weekday, month, day }, year),
    date_pretty: relative ?? date,
    date_short_pretty: relative ?? short,
    date_long_pretty: relative ?? long,
    day_divider_pretty: relative ?? long,
    time: `${hour}:${minute}`,
    time_secs: `${hour}:${minute}:${second}`,
    ago: ago(seconds, clock),
  };
}

const capitalised = (text: string, { locale }: Clock) =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/**
 * A `<!date^…>` or rich text date as a Slack client shows it in the reader's zone; its fallback when the moment or a
 * token cannot be drawn. Days such as "today" get a capital at the start, from which a space of no width
 * before them keeps them; it is not drawn. Exactly: `<what is shown|its fallback>`.
 */
export function drawDate({ seconds, format, fallback }: SlackDate, clock: Clock): string {
  if (!Number.isSafeInteger(seconds) || Number.isNaN(new Date(seconds * 1000).getTime())) return fallback;
  const texts = tokenTexts(seconds, clock);
  const tokens = [...format.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  if (!tokens.every((token) => Object.hasOwn(texts, token))) return fallback;
  const drawn = format.replace(/\{([^{}]*)\}/g, (_match, token: string, offset: number) => {
    const text = texts[token] ?? '';
    return offset === 0 && token !== 'ago' ? capitalised(text, clock) : text;
  });
  const text = drawn.replaceAll('\u200B', '');
  return clock.exact ? `<${text}|${fallback}>` : text;
}
