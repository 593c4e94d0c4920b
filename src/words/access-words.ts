import type { RefusalReason } from '../domain/access.ts';

/** What somebody reads who gets no answer: why, and what they can do. */
export interface RefusalText {
  readonly what: string;
  /** For `elsewhere` a list of places follows. */
  readonly next: string;
}

export interface AccessWords {
  readonly refusals: Readonly<Record<RefusalReason, RefusalText>>;
  /** At most 24 characters (Slack, title of a view). */
  readonly title: string;
  /** Places in the list that are no channels. */
  readonly places: Readonly<Record<'home' | 'direct', string>>;
}
