/** What was typed that no look-up can be made of. `typed` is as it came, uncut. */
export type CommandProblem =
  | { readonly kind: 'id-too-long'; readonly typed: string }
  /** Control characters, nothing visible left. */
  | { readonly kind: 'id-unreadable'; readonly typed: string }
  | { readonly kind: 'too-many-ids'; readonly count: number; readonly limit: number }
  /** All that was typed, in UTF-16 units. */
  | { readonly kind: 'too-long'; readonly limit: number }
  | { readonly kind: 'unclosed-quote'; readonly typed: string }
  /** A mention, channel or link instead of an id. */
  | { readonly kind: 'markup'; readonly typed: string };

/** A person's look-ups of a minute do not suffice for what they ask. */
export interface LookupLimit {
  /** How many accounts they ask for. */
  readonly asked: number;
  /** How many they could ask for now. */
  readonly left: number;
  readonly perMinute: number;
  /** Until there are as many as asked for. */
  readonly retryAfterMs: number;
}

/** One thing that can be typed after the command, and what it gives. */
interface Example {
  readonly typed: string;
  readonly gives: string;
}

export interface CommandWords {
  pending(ids: readonly string[], more: number): string;
  readonly help: {
    readonly title: string;
    readonly examples: readonly Example[];
    /** What an account's short name gives, typed in place of its id. */
    readonly byName: string;
    readonly privacy: string;
  };
  /** `typed` is clean and cut, and empty when nothing visible is left. */
  problem(problem: CommandProblem): string;
  /** Opens the right form. */
  readonly typeThis: string;
  /** What is the matter, and what to do. */
  limited(limit: LookupLimit): { readonly what: string; readonly next: string };
  /** More is being asked of this app than it can answer. */
  readonly overloaded: string;
  readonly defect: string;
  /** At most 24 characters (Slack, title of a view). */
  readonly defectTitle: string;
  defectReference(reference: string): string;
  /** Slack did not say that it took a message; it may have. */
  readonly notConfirmed: string;
  readonly expired: string;
  /** A window that Slack did not open, for reasons of its own. */
  readonly notOpened: string;
  /** Stands before what a window would have said. */
  readonly insteadOfWindow: string;
  /** Opens the command to type. */
  readonly askAgain: string;
}
