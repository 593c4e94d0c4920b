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
