/** A date in Slack's markup. */
interface SlackDate {
  /** Unix seconds. */
  readonly seconds: number;
  /** Text with tokens such as `{date_short_pretty}`. */
  readonly format: string;
  /** What a client shows when it cannot draw the date. */
  readonly fallback: string;
}

/** Who reads the date, and when. */
export interface Viewer {
  readonly nowMs: number;
  /** IANA name. */
  readonly timeZone: string;
  /** That of their Slack. */
  readonly locale: string;
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

const isTurkish = ({ locale }: Viewer) => /^tr\b/i.test(locale);

/** The distance to now in Slack's words: `3 minutes ago`. Slack does not document what it shows below a minute. */
function ago(seconds: number, viewer: Viewer): string {
  const distance = Math.floor(viewer.nowMs / 1000) - seconds;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (!unit) return isTurkish(viewer) ? 'az önce' : 'just now';
  const count = Math.floor(Math.abs(distance) / unit[1]);
  return new Intl.RelativeTimeFormat(viewer.locale).format(distance > 0 ? -count : count, unit[0]);
}

/** Date and time of day in the zone: `2026-11-21 05:40`. */
const onTheWall = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(ms)
    .split(' ');

/** The text of each token that this app sends. Times use the 24-hour clock; in Slack that is a preference. */
function tokenTexts(seconds: number, viewer: Viewer): Readonly<Record<string, string>> {
  const { nowMs, timeZone, locale } = viewer;
  const [date = '', time = ''] = onTheWall(seconds * 1000, timeZone);
  const [today = ''] = onTheWall(nowMs, timeZone);
  const daysAhead = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  const [year, , dayOfMonth] = date.split('-');
  const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' })
    .format(Date.parse(date))
    .slice(0, 3);
  const [day, hasYear] = [Number(dayOfMonth), Math.abs(daysAhead) >= YEAR_OMITTED_WITHIN_DAYS];
  const short = isTurkish(viewer)
    ? `${day} ${month}${hasYear ? ` ${year}` : ''}`
    : `${month} ${day}${hasYear ? `, ${year}` : ''}`;
  // `yesterday`, `today` or `tomorrow`; other days have no such word.
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysAhead, 'day');
  return {
    date_short: short,
    date_short_pretty: Math.abs(daysAhead) > 1 ? short : relative,
    time,
    ago: ago(seconds, viewer),
  };
}

/**
 * A `<!date^…>` or rich text date as a Slack client shows it in the reader's zone, or its fallback when the time or a token
 * is invalid. Slack capitalises days such as "today" at the start of a text; a zero-width space before the date prevents
 * that and is not drawn.
 */
export function drawDate({ seconds, format, fallback }: SlackDate, viewer: Viewer): string {
  if (!Number.isSafeInteger(seconds) || Number.isNaN(new Date(seconds * 1000).getTime())) return fallback;
  const texts = tokenTexts(seconds, viewer);
  const tokens = [...format.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  if (!tokens.every((token) => Object.hasOwn(texts, token))) return fallback;
  const drawn = format.replace(/\{([^{}]*)\}/g, (_match, token: string, offset: number) => {
    const text = texts[token] ?? '';
    const isCapital = offset === 0 && token !== 'ago';
    return isCapital ? text.charAt(0).toLocaleUpperCase(viewer.locale) + text.slice(1) : text;
  });
  return drawn.replaceAll('\u200B', '');
}
