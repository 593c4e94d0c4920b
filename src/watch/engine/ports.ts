// watch/ owns what is read and told without being asked: when, and what of it was told.
// It must never know Slack's blocks, the words people read, or SQL.
import type { Logger } from 'pino';
import type { TermsOf } from '../../account/terms.ts';
import type { Store } from '../../store/create-store.ts';
import type { FailedRead, WatchReading } from '../observe-reading.ts';
import type { Overview } from '../summary.ts';
import type { Told } from '../told.ts';
import type { WatchedIncident } from '../watch-store.ts';

/** What one account is doing. */
export type ReadForWatch = (accountId: string) => Promise<WatchReading | FailedRead>;

/** What Slack makes of a call. */
export type SlackAnswer =
  | { readonly kind: 'sent'; readonly ts: string; readonly channelId: string }
  /** Too much for this channel; nothing was done. */
  | { readonly kind: 'held'; readonly retryAfterMs: number }
  /** No answer, or none that says: it may have been done. */
  | { readonly kind: 'unconfirmed' }
  /** The message that was to be edited or replied to is not there any more. */
  | { readonly kind: 'gone' }
  /** This channel takes nothing from the app. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** Nothing can be told at all: the token is refused, or has too little rights. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** What is to be said in which channel, rendered at the last moment. */
export interface SlackCall {
  readonly kind: 'post' | 'edit' | 'reply';
  /** The channel, or the person, that is told. */
  readonly toldTo: string;
  /** Where the message is, or is to be; a person's id for a post to them. */
  readonly channelId: string;
  /** Of the post, or of the message that is edited or replied to. */
  readonly id: string;
  /** Of the message that is edited or replied to. */
  readonly ts?: string;
  /** What the message says then. */
  readonly told: Told;
  /** What it said before: a reply tells the difference. */
  readonly before?: Told;
  readonly incidents: readonly WatchedIncident[];
  /** What a summary is about; there is one for every summary. */
  readonly overview?: Overview;
  readonly nowMs: number;
}

/** How long a call to Slack may take, with all its attempts. */
export const CALL_WITHIN_MS = 20_000;

/** Never rejects for anything that Slack does. Ends within `CALL_WITHIN_MS`. */
export type Tell = (call: SlackCall) => Promise<SlackAnswer>;

/** From 0 to 1, the same for the same key in a simulation. */
export type Chance = (purpose: string, ...key: readonly (string | number)[]) => number;

export interface WatchDeps {
  readonly store: Store['watchStore'];
  readonly readAccount: ReadForWatch;
  readonly tell: Tell;
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
  readonly chance: Chance;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}
