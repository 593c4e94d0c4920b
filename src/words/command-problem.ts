/** What was typed that no look-up can be made of. `typed` is as it came, uncut. */
export type CommandProblem =
  | { readonly kind: 'id-too-long'; readonly typed: string }
  /** Control characters, nothing visible left. */
  | { readonly kind: 'id-unreadable'; readonly typed: string }
  | { readonly kind: 'too-many-ids'; readonly count: number; readonly limit: number }
  /** All that was typed, in UTF-16 units. */
  | { readonly kind: 'too-long'; readonly limit: number }
  | { readonly kind: 'unclosed-quote'; readonly typed: string }
  /**
   * A first word that is neither an account nor a command. `line`: all that was typed, where it may be one name; `example`:
   * the command that was perhaps meant.
   */
  | { readonly kind: 'unknown-word'; readonly typed: string; readonly line: string; readonly example: string }
  /** A mention, channel or link instead of an id. */
  | { readonly kind: 'markup'; readonly typed: string };
