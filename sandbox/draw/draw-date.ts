/** A date as Slack's markup gives it. */
interface SlackDate {
  /** Unix seconds. */
  readonly seconds: number;
  /** Text with tokens such as `{date_short_pretty}`. */
  readonly format: string;
  /** What a client shows when it cannot draw the date. */
  readonly fallback: string;
}

/** Who reads it, and when. */
interface Viewer {
  readonly nowMs: number;
  readonly timeZone: string;
  readonly locale: string;
  /** Also what replaces the date. */
  readonly exact?: boolean;
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

/** How long ago, or until when, in Slack's words: `3 minutes ago`. Slack says nothing about less than a minute. */
function ago(seconds: number, viewer: Viewer): string {
  const distance = Math.floor(viewer.nowMs / 1000) - seconds;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (!unit) return isTurkish(viewer) ? 'az önce' : 'just now';
  const count = Math.floor(Math.abs(distance) / unit[1]);
  return new Intl.RelativeTimeFormat(viewer.locale).format(distance > 0 ? -count : count, unit[0]);
}

/** The parts of a moment on a wall calendar of the zone, the month by its name; `dayNumber` counts days. */
function calendar(ms: number, { timeZone, locale }: Viewer) {
  const partsIn = (language: string, month: 'long' | 'numeric') => {
    const format = new Intl.DateTimeFormat(language, {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month,
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    return new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  };
  const [named, numbered] = [partsIn(locale, 'long'), partsIn('en-US', 'numeric')];
  const number = (type: 'year' | 'month' | 'day') => Number(numbered.get(type));
  const dayNumber = Date.UTC(number('year'), number('month') - 1, number('day')) / DAY_MS;
  const part = (type: Intl.DateTimeFormatPartTypes) => named.get(type) ?? '';
  return { dayNumber, part };
}

/** What each token stands for at this moment: those that this app sends. Clock times in 24 hours: in Slack a preference. */
function tokenTexts(seconds: number, viewer: Viewer): Readonly<Record<string, string>> {
  const { dayNumber, part } = calendar(seconds * 1000, viewer);
  const daysAhead = dayNumber - calendar(viewer.nowMs, viewer).dayNumber;
  const hasYear = Math.abs(daysAhead) >= YEAR_OMITTED_WITHIN_DAYS;
  const [month, day] = [part('month'), part('day')];
  const dated = (name: string) => {
    if (isTurkish(viewer)) return `${day} ${name}${hasYear ? ` ${part('year')}` : ''}`;
    return `${name} ${day}${hasYear ? `, ${part('year')}` : ''}`;
  };
  // `yesterday`, `today`, `tomorrow`; nothing about other days.
  const relative = new Intl.RelativeTimeFormat(viewer.locale, { numeric: 'auto' }).format(daysAhead, 'day');
  const short = dated(month.slice(0, 3));
  return {
    date_short: short,
    date_short_pretty: Math.abs(daysAhead) > 1 ? short : relative,
    time: `${part('hour')}:${part('minute')}`,
    ago: ago(seconds, viewer),
  };
}

/**
 * A `<!date^…>` or rich text date as a Slack client shows it in the reader's zone; its fallback when the moment or a
 * token cannot be drawn. Days such as "today" get a capital at the start, from which a space of no width
 * before them keeps them; it is not drawn. Exactly: `<what is shown|its fallback>`.
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
  const text = drawn.replaceAll('\u200B', '');
  return viewer.exact ? `<${text}|${fallback}>` : text;
}
