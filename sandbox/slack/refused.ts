import type { JsonObject } from './server/json.ts';

/** Thrown when Slack refuses a request: its error code, and the sentences that come with it. */
export class Refused extends Error {
  readonly code: string;
  readonly messages: readonly string[];
  /** Further fields of a Web API method's answer. */
  readonly fields: JsonObject;

  constructor(code: string, messages: readonly string[] = [], fields: JsonObject = {}) {
    super([code, ...messages].join('\n'));
    this.code = code;
    this.messages = messages;
    this.fields = fields;
  }
}

/** The result of `work`, or of `refused` when Slack refuses. */
export function unlessRefused<Done, Other>(work: () => Done, refused: (why: Refused) => Other): Done | Other {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return refused(error);
    throw error;
  }
}
