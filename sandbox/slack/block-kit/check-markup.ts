/** docs.slack.dev/messaging/formatting-message-text: those that our app sends, and the drawing knows. */
const DATE_TOKENS = ['date_short', 'date_short_pretty', 'time', 'ago'];

/** Slack expects seconds; eleven digits or more are milliseconds by mistake. */
const UNIX_SECONDS = /^-?\d{1,10}$/;
const BROADCAST = /<!(?:(?:channel|here|everyone|group)[|>]|subteam\^)/i;
/** What Slack links by itself in mrkdwn that is not verbatim. E-mail addresses do not match. */
const PLAIN_MENTION = /(?<![\w@.])@(?:here|channel|everyone)\b/i;

/** A reason to refuse a text. */
interface MarkupFault {
  readonly code: 'invalid_date_token' | 'would_ping';
  readonly message: string;
}

/** The faults of a date that a client could not draw. `seconds`: Unix time, as text. */
export function dateFaults(seconds: string, format: string): MarkupFault[] {
  const tokens = [...format.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const unknown = tokens.find((token) => !DATE_TOKENS.includes(token));
  if (!UNIX_SECONDS.test(seconds)) return invalidDate('a date needs whole Unix seconds');
  if (unknown !== undefined) return invalidDate(`unknown date token {${unknown}}`);
  if (tokens.length === 0) return invalidDate('a date format needs a token such as {time}');
  return /[{}]/.test(format.replace(/\{[^{}]*\}/g, '')) ? invalidDate('a date token is not closed') : [];
}

/** The same for one `<!date^…>`, given the text after `<!date`. */
function markedDateFaults(rest: string): MarkupFault[] {
  const end = rest.indexOf('>');
  if (end < 0) return invalidDate('a date is not closed by >');
  const [head = '', ...fallback] = rest.slice(0, end).split('|');
  if (!fallback.join('|').trim()) return invalidDate('a date needs a fallback text');
  const [before, seconds = '', format = '', ...more] = head.split('^');
  // Slack would also take a link, which our app never sends.
  const isWhole = before === '' && more.length === 0;
  return isWhole ? dateFaults(seconds, format) : invalidDate('a date reads <!date^seconds^format|fallback>');
}

const invalidDate = (why: string): MarkupFault[] => [
  { code: 'invalid_date_token', message: `invalid date: ${why}` },
];

/**
 * Faults of one text with Slack markup: dates that a client could not draw, and mentions that notify more than one person.
 * `isVerbatim`: Slack does not link plain `@here`, as in the top-level `text`.
 */
export function markupFaults(text: string, isVerbatim: boolean): MarkupFault[] {
  const dates = text.split('<!date').slice(1);
  const pings = BROADCAST.test(text) || (!isVerbatim && PLAIN_MENTION.test(text));
  return [
    ...dates.flatMap(markedDateFaults),
    ...(pings ? [{ code: 'would_ping' as const, message: 'would notify a whole channel or group' }] : []),
  ];
}
