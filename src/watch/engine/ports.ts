// watch/ owns what is read and told without being asked: when, and what of it was told.
// It must never know Slack's blocks, the words people read, or SQL.
import type { Logger } from 'pino';
import type { TermsOf } from '../../account/terms.ts';
import type { Store } from '../../store/create-store.ts';
import type { SlackAnswer } from '../after-answer.ts';
import type { FailedRead, WatchReading } from '../observe-reading.ts';
import type { Said } from '../plan-notification.ts';
import type { Overview } from '../summary.ts';

/** What one account is doing. */
export type ReadForWatch = (accountId: string) => Promise<WatchReading | FailedRead>;

/** What is to be said in which channel, rendered at the last moment. */
export interface SlackCall {
  readonly kind: 'post' | 'edit' | 'reply';
  /** The channel, or the person, that is notified. */
  readonly notifies: string;
  /** Where the message is, or is to be; a person's id for a post to them. */
  readonly channelId: string;
  /** Of the message that is edited or replied to. */
  readonly ts?: string;
  readonly said: Said;
  /** Of a reply: what the message says under which it stands. */
  readonly root?: Said;
  /** Accounts that are watched there. */
  readonly accountCount: number;
  /** For times in plain text. */
  readonly zone: string;
  /** What a summary is about; there is one for every summary. */
  readonly overview?: Overview;
  readonly nowMs: number;
}

/** How long a call to Slack may take, with all its attempts. */
export const CALL_WITHIN_MS = 20_000;

/** Never rejects for anything that Slack does. Ends within `CALL_WITHIN_MS`. */
export type Notify = (call: SlackCall) => Promise<SlackAnswer>;

/** From 0 to 1, the same for the same key in a simulation. */
export type Chance = (purpose: string, ...key: readonly (string | number)[]) => number;

export interface WatchDeps {
  readonly store: Store['watchStore'];
  readonly readAccount: ReadForWatch;
  readonly notify: Notify;
  readonly termsOf: TermsOf;
  readonly reads: {
    /** How many may be under way at a time, in this process. */
    readonly atOnce: number;
    /** How many may begin in a second, in all processes together. */
    readonly perSecond: number;
    /** How long one may take. */
    readonly withinMs: number;
  };
  /** Something may have become due. */
  readonly wake: () => void;
  /** How many channels are notified at a time, each with one call at a time. */
  readonly channelsAtOnce: number;
  readonly chance: Chance;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}
