import type { Summary } from '../statistics.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const rate = (perSecond: number): string => whole.format(perSecond);
export const ratio = (value: number): string => `${value.toFixed(2)} ×`;
export const milliseconds = (ms: number): string => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;

/** `1,234 ±5 %` */
export const withSpread = (show: (value: number) => string, { median, spread }: Summary): string =>
  `${show(median)} ±${(spread * 100).toFixed(0)} %`;
