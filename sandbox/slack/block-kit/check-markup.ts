import { isJsonObject, type JsonObject } from '../server/json.ts';

/** docs.slack.dev/messaging/formatting-message-text: those that our app sends, and the drawing knows. */
const DATE_TOKENS = ['date_short', 'date_short_pretty', 'time', 'ago'];

/** Slack expects seconds; eleven digits or more are milliseconds by mistake. */
const UNIX_SECONDS = /^-?\d{1,10}$/;
const NO_TIME = 'a date needs whole Unix seconds';
const BROADCAST = /<!(?:(?:channel|here|everyone|group)[|>]|subteam\^)/i;
/** What Slack links by itself in mrkdwn that is not verbatim. E-mail addresses do not match. */
const PLAIN_MENTION = /(?<![\w@.])@(?:here|channel|everyone)\b/i;

function formatFault(format: string): string | undefined {
  const tokens = [...format.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const unknown = tokens.find((token) => !DATE_TOKENS.includes(token));
  if (unknown !== undefined) return `unknown date token {${unknown}}`;
  if (tokens.length === 0) return 'a date format needs a token such as {time}';
  return /[{}]/.test(format.replace(/\{[^{}]*\}/g, '')) ? 'a date token is not closed' : undefined;
}

/** The error in one `<!date^…>`, given the text after `<!date`; undefined when there is none. */
function dateFault(rest: string): string | undefined {
  const end = rest.indexOf('>');
  if (end < 0) return 'a date is not closed by >';
  const [head = '', ...fallback] = rest.slice(0, end).split('|');
  if (!fallback.join('|').trim()) return 'a date needs a fallback text';
  const [before, seconds = '', format = '', ...more] = head.split('^');
  // Slack would also take a link, which our app never sends.
  if (before !== '' || more.length > 0) return 'a date reads <!date^seconds^format|fallback>';
  return UNIX_SECONDS.test(seconds) ? formatFault(format) : NO_TIME;
}

const invalidDate = (fault: string | undefined, pointer: string): BlockProblem[] =>
  fault === undefined ? [] : [{ code: 'invalid_date_token', message: `invalid date: ${fault}`, pointer }];

/**
 * Errors in one text with Slack markup: dates that a client could not draw, and mentions that notify more than one person.
 * `isVerbatim`: Slack does not link plain `@here`, as in the top-level `text`.
 */
export function checkMarkup(text: string, isVerbatim: boolean, pointer: string): BlockProblem[] {
  const dates = text.split('<!date').slice(1);
  const pings = BROADCAST.test(text) || (!isVerbatim && PLAIN_MENTION.test(text));
  const wouldPing = { code: 'would_ping', message: 'would notify a whole channel or group', pointer };
  return [...dates.flatMap((date) => invalidDate(dateFault(date), pointer)), ...(pings ? [wouldPing] : [])];
}

/** The errors in every text, date and mention of a payload. */
export function checkMarkupIn(payload: unknown, parent: string): BlockProblem[] {
  return [...walk(payload, parent)].flatMap(({ object, pointer }) => {
    const { type, text, format } = object;
    if (type === 'mrkdwn') {
      return checkMarkup(String(text), object.verbatim === true, pointerTo(pointer, 'text'));
    }
    if (type !== 'date' || typeof format !== 'string') return [];
    const fault = UNIX_SECONDS.test(String(object.timestamp)) ? formatFault(format) : NO_TIME;
    return invalidDate(fault, pointerTo(pointer, 'format'));
  });
}

/** One reason why Slack would refuse a payload. */
export interface BlockProblem {
  /** Slack's own error code (`invalid_blocks`, `msg_blocks_too_long`, `view_too_large` …) or one of our stricter ones. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer (RFC 6901) into the message, or into `{ view }`. Empty when the whole message is meant. */
  readonly pointer: string;
}

/** Appends one key to a JSON pointer (RFC 6901). */
export const pointerTo = (parent: string, key: PropertyKey): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Every object in `value` with its JSON pointer, outermost first, in the order of the JSON. */
export function* walk(value: unknown, pointer: string): Generator<{ object: JsonObject; pointer: string }> {
  if (isJsonObject(value)) yield { object: value, pointer };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* walk(child, pointerTo(pointer, key));
}
