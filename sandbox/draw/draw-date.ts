import type { Canvas } from './canvas.ts';

/** A date as Slack's markup gives it. */
export interface SlackDate {
  /** Unix seconds. */
  readonly seconds: number;
  /** Text with tokens such as `{date_short_pretty}`. */
  readonly format: string;
  /** What a client shows when it cannot draw the date. */
  readonly fallback: string;
}

type Clock = Pick<Canvas, 'nowMs' | 'timeZone'>;

const DAY_MS = 86_400_000;
/** "Less than six months in the past or future" (docs.slack.dev/messaging/formatting-message-text), in days. */
const YEAR_OMITTED_WITHIN_DAYS = 183;

const UNITS: readonly [unit: string, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, or until when, in Slack's words: `3 minutes ago`. Slack says nothing about less than a minute. */
function ago(seconds: number, nowMs: number): string {
  const distance = Math.floor(nowMs / 1000) - seconds;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (!unit) return 'just now';
  const count = Math.floor(Math.abs(distance) / unit[1]);
  const span = `${count} ${unit[0]}${count === 1 ? '' : 's'}`;
  return distance > 0 ? `${span} ago` : `in ${span}`;
}

/** The parts of a moment on a wall calendar of the zone, in English. */
function calendar(ms: number, timeZone: string): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-US', {
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

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const monthNumber = (name = '') => MONTHS.indexOf(name) + 1;
const dayNumber = ({ year, month, day }: Readonly<Record<string, string>>) =>
  Date.UTC(Number(year), monthNumber(month) - 1, Number(day)) / DAY_MS;

const ORDINALS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (day: string) => `${day}${ORDINALS[ordinalRules.select(Number(day))]}`;
const twoDigits = (value: number | string) => String(value).padStart(2, '0');

const RELATIVE_DAYS: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

/** What each token stands for at this moment. Clock times in 24 hours: in Slack a preference of the reader. */
function tokenTexts(seconds: number, { nowMs, timeZone }: Clock): Readonly<Record<string, string>> {
  const at = calendar(seconds * 1000, timeZone);
  const { weekday = '', month = '', day = '', hour, minute, second } = at;
  const daysAhead = dayNumber(at) - dayNumber(calendar(nowMs, timeZone));
  const fullYear = `, ${at.year}`;
  const year = Math.abs(daysAhead) < YEAR_OMITTED_WITHIN_DAYS ? '' : fullYear;
  const relative = RELATIVE_DAYS[daysAhead];
  const date = `${month} ${ordinal(day)}${year}`;
  const short = `${month.slice(0, 3)} ${day}${year}`;
  const long = `${weekday}, ${date}`;
  return {
    date_num: `${at.year}-${twoDigits(monthNumber(month))}-${twoDigits(day)}`,
    date_slash: `${twoDigits(day)}/${twoDigits(monthNumber(month))}/${at.year}`,
    date,
    date_short: short,
    date_long: long,
    date_long_full: `${month} ${day}${fullYear}`,
    date_pretty: relative ?? date,
    date_short_pretty: relative ?? short,
    date_long_pretty: relative ?? long,
    day_divider_pretty: relative ?? long,
    time: `${hour}:${minute}`,
    time_secs: `${hour}:${minute}:${second}`,
    ago: ago(seconds, nowMs),
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A `<!date^…>` or rich text date as a Slack client shows it in the reader's zone; its fallback when the moment or a
 * token cannot be drawn. Days such as "today" get a capital at the start.
 */
export function drawDate({ seconds, format, fallback }: SlackDate, clock: Clock): string {
  if (!Number.isSafeInteger(seconds) || Number.isNaN(new Date(seconds * 1000).getTime())) return fallback;
  const texts = tokenTexts(seconds, clock);
  const tokens = [...format.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  if (!tokens.every((token) => Object.hasOwn(texts, token))) return fallback;
  return format.replace(/\{([^{}]*)\}/g, (_match, token: string, offset: number) => {
    const text = texts[token] ?? '';
    return offset === 0 && token !== 'ago' ? capitalised(text) : text;
  });
}
