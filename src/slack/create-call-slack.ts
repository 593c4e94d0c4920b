import type { Logger } from 'pino';
import type { Observe } from '../domain/events.ts';
import { type SlackFailure, toSlackFailure } from './slack-failure.ts';

/** What came of a call: Slack's answer, or why there is none. */
export type Called<T> = { readonly kind: 'done'; readonly value: T } | SlackFailure;

/** Calls a method of the Web API. A failure is a value, counted and in the log by then; nothing rejects. */
export type CallSlack = <T>(method: string, call: () => Promise<T>) => Promise<Called<T>>;

export interface CallSlackDeps {
  readonly observe?: Observe | undefined;
  readonly log: Logger;
}

/** Our own faults and a broken installation are errors; what passes is a warning; what people do is neither. */
const LEVELS = {
  malformed: 'error',
  refused: 'error',
  passing: 'warn',
  'trigger-spent': 'warn',
  outdated: 'debug',
  gone: 'debug',
} as const satisfies Record<SlackFailure['kind'], string>;

export function createCallSlack({ observe, log }: CallSlackDeps): CallSlack {
  return async (method, call) => {
    try {
      return { kind: 'done', value: await call() };
    } catch (thrown) {
      const failure = toSlackFailure(thrown);
      const { kind, error, messages } = failure;
      observe?.({ kind: 'slack-error', method, error });
      log[LEVELS[kind]]({ method, error, ...(messages && { messages }) }, 'Slack did not take a call');
      return failure;
    }
  };
}
