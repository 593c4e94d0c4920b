import type { Logger } from 'pino';
import type { Observe, SlackMethod } from '../../domain/events.ts';
import { type SlackFailure, toSlackFailure } from './slack-failure.ts';

/** What came of a call: Slack's answer, or why there is none. */
export type Called<T> = { readonly kind: 'done'; readonly value: T } | SlackFailure;

/**
 * Calls a method of the Web API. A failure is a value, counted and in the log by then; nothing rejects. Errors that
 * are `expected`, by Slack's words, are answers: neither counted nor logged.
 */
export type CallSlack = <T>(
  method: SlackMethod,
  call: () => Promise<T>,
  expected?: readonly string[],
) => Promise<Called<T>>;

export interface CallSlackDeps {
  readonly observe?: Observe;
  readonly log: Logger;
}

/**
 * Our own faults and a broken installation are errors; temporary failures are warnings; effects of what people do are
 * neither.
 */
const LEVELS = {
  malformed: 'error',
  refused: 'error',
  'signed-out': 'error',
  passing: 'warn',
  'trigger-spent': 'warn',
  outdated: 'debug',
  gone: 'debug',
} as const satisfies Record<SlackFailure['kind'], string>;

/** What somebody who runs the app can do about it, where Slack's word alone does not say. */
const FIXES: Readonly<Partial<Record<string, string>>> = {
  missing_scope: 'the Slack app lacks a scope: see manifest.yml and install the app again',
  no_such_subteam: 'ALLOWED_USER_GROUPS names a group that is not there: nobody is in it',
};

const SIGNED_OUT = 'Slack refuses the bot token: install the app again and set SLACK_BOT_TOKEN';

export function createCallSlack({ observe, log }: CallSlackDeps): CallSlack {
  return async (method, call, expected = []) => {
    try {
      return { kind: 'done', value: await call() };
    } catch (thrown) {
      const failure = toSlackFailure(thrown);
      const { kind, error, messages } = failure;
      if (expected.includes(error)) return failure;
      observe?.({ kind: 'slack-error', method, error });
      const facts = { method, error, messages };
      log[LEVELS[kind]](
        facts,
        FIXES[error] ?? (kind === 'signed-out' ? SIGNED_OUT : 'Slack did not take a call'),
      );
      return failure;
    }
  };
}
