import { onTestFinished } from 'vitest';
import { TIME_LIMITS } from '../../src/slack/web.ts';

/** Sets the limits that the test is about, until it ends. */
export function limit(limits: Partial<typeof TIME_LIMITS>): void {
  const before = { ...TIME_LIMITS };
  onTestFinished(() => void Object.assign(TIME_LIMITS, before));
  Object.assign(TIME_LIMITS, limits);
}
