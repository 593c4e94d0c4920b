import { createContexts } from '../../src/slack/listener-deps.ts';
import { LANGUAGE } from './reader.ts';

/** Contexts at this time, in the language of this run for everybody. */
export const contextsAt = (nowMs: number) =>
  createContexts(
    () => undefined,
    LANGUAGE,
    () => nowMs,
  );
