/** 21 November 2026, 02:40 UTC, which is 05:40 in Istanbul. */
export const nowMs = Date.UTC(2026, 10, 21, 2, 40);

/** Unix seconds that many minutes before the reader's now. */
export const minutesAgo = (minutes: number) => nowMs / 1000 - minutes * 60;

/** A reader in Istanbul, who knows one person and one channel; colours off unless asked for. */
export const reader = {
  now: () => nowMs,
  timeZone: 'Europe/Istanbul',
  nameOf: (id: string) => ({ U1: 'Ada Byron', C1: 'oncall' })[id],
};

/** A piece of text in a style, as the terminal gets it. */
export const bold = (text: string) => `\u001B[1m${text}\u001B[22m`;
export const dim = (text: string) => `\u001B[2m${text}\u001B[22m`;
export const italic = (text: string) => `\u001B[3m${text}\u001B[23m`;
export const underline = (text: string) => `\u001B[4m${text}\u001B[24m`;
export const struck = (text: string) => `\u001B[9m${text}\u001B[29m`;
export const cyan = (text: string) => `\u001B[36m${text}\u001B[39m`;
