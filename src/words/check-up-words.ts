/** What `/backup-status doctor` says; failures, limits and zone are worded as elsewhere. */
export interface CheckUpWords {
  /** A sentence. `since` is a moment. */
  failing(since: string): string;
  /** A sentence: nothing is known that would keep a look-up from being answered. */
  readonly well: string;
  /** A sentence; opens what happened and what to do. */
  readonly notSignedIn: string;
  /** Without a full stop, as all that follow: they stand in a list. `left` is a duration. */
  signedIn(left: string): string;
  /** A connection, over which nothing was asked. */
  opened(durationMs: number): string;
  /** `reason` is the system's word, such as `ECONNREFUSED`. */
  notOpened(reason: string): string;
  lastAnswer(ago: string): string;
  readonly noneAnswered: string;
  zone(sentence: string): string;
  versions(program: string, node: string): string;
}
