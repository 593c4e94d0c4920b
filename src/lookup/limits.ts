/** What the operator does not choose. Tests change it. */
export const LOOKUP_LIMITS = {
  /** How long a command waits for the answer before it replies that it is still asking: Slack allows 3,000 ms in all. */
  inlineWithinMs: 2_000,
  /** How long a look-up may take, of the 20 s that a person waits at most: the rest is for the reply to reach Slack. */
  budgetMs: 18_000,
  /** How long an answer is used again without asking the service. */
  freshForMs: 15_000,
  /** When the service fails, an answer up to this old is shown. */
  lastAnswerMaxAgeMs: 24 * 3_600_000,
};
