/** One reason why Slack would refuse a payload. */
export interface BlockProblem {
  /** Slack's own error code (`invalid_blocks`, `msg_blocks_too_long`, `view_too_large` …) or one of our stricter ones. */
  readonly code: string;
  /** Worded as Slack words it, with the pointer at its end. */
  readonly message: string;
  /** JSON pointer (RFC 6901) into the message, or into `{ view }`. Empty when the whole message is meant. */
  readonly pointer: string;
}

/** A finding before it is known which error code it has on this surface. */
export interface Finding {
  readonly text: string;
  readonly pointer: string;
  /** Absent when it is an ordinary fault of the blocks. */
  readonly code?: string;
}

/** The problem a finding stands for; `defaultCode` is used where the finding names none. */
export function toProblem(finding: Finding, defaultCode: string): BlockProblem {
  const { text, pointer, code = defaultCode } = finding;
  return { code, message: pointer ? `${text} [json-pointer:${pointer}]` : text, pointer };
}
