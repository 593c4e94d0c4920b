/** What `/backup-status doctor` says; limits and zone are worded as in Details. */
export interface CheckUpWords {
  readonly title: string;
  /** Without a full stop, as all of these: they stand in a list. */
  reached(durationMs: number): string;
  /** `reason` is the system's word, such as `ECONNREFUSED`. */
  notReached(reason: string): string;
  /** `left` is a duration. */
  signedIn(left: string): string;
  /** Opens what happened and what to do. */
  readonly notSignedIn: string;
  lastRead(ago: string): string;
  readonly noneRead: string;
  zone(sentence: string): string;
  versions(program: string, node: string): string;
}
