/** What somebody asked to be notified of. */
export interface WatchTerms {
  /** `attention`: of everything that is not all right; `critical`: only of what is urgent. */
  readonly tellOf: 'critical' | 'attention';
  /** IANA name: the nights of those who are notified. */
  readonly zone: string;
  /** What was noticed no later was there already, and is no news. */
  readonly createdAtMs: number;
  /** The same for what is not urgent, where that was asked for later. Absent: it was not. */
  readonly widenedAtMs?: number;
}
