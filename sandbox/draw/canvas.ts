// Owns how a message or view looks to a person, as text for a terminal.
// Must never know where messages come from, nor check whether Slack would take them.

/** How to draw. */
export interface DrawOptions {
  /** Columns of the terminal; 72 when absent, or 0 from a terminal that does not know its size. */
  readonly width?: number;
  /** The reader's clock, in Unix milliseconds. */
  readonly now: () => number;
  /** The reader's IANA time zone; this machine's when absent, as Slack uses the device's. */
  readonly timeZone?: string;
  /** Of the reader's Slack, for dates; English when absent. */
  readonly locale?: string;
  /** Use ANSI styles; off when absent. */
  readonly color?: boolean;
  /**
   * Also what a person does not see and can be wrong: the text of the notification, marks of emphasis, names of emoji, what
   * stands in for a date, ids, values, styles and the question before a press. Off when absent. The key of a block is left out.
   */
  readonly exact?: boolean;
  /** The name of a person or channel by its id; the id itself where there is none. */
  readonly nameOf?: (id: string) => string | undefined;
}

/** The options with nothing left open, and one moment as "now" for the whole drawing. */
export interface Canvas {
  readonly width: number;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly locale: string;
  readonly color: boolean;
  readonly exact: boolean;
  readonly nameOf: (id: string) => string;
}

const DEFAULT_WIDTH = 72;

/** Settles the options for one drawing. */
export function toCanvas(options: DrawOptions): Canvas {
  const { width, now, timeZone, locale = 'en-US', color = false, exact = false } = options;
  const { nameOf = () => undefined } = options;
  const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    width: width || DEFAULT_WIDTH,
    nowMs: now(),
    timeZone: timeZone ?? deviceZone,
    locale,
    color,
    exact,
    nameOf: (id) => nameOf(id) ?? id,
  };
}
