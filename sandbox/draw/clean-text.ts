/** Marks that reorder text on screen (UAX #9): a terminal would show another line than the one that was sent. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** Taken by draw-mrkdwn.ts for its own place marks. */
const PLANE_15 = /[\u{F0000}-\u{FFFFF}]/gu;

/** The text without anything a terminal would obey: control characters go, line breaks stay. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(BIDI_CONTROLS, '')
    .replace(PLANE_15, '');
}

/** A copy of a JSON value with every text in it cleaned. */
export function cleanPayload<T>(payload: T): T {
  return JSON.parse(JSON.stringify(payload), (_key, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  );
}
