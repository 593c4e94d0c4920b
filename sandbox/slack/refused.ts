import type { JsonObject } from './server/json.ts';

/** Thrown in place of an answer where Slack refuses: its error code, and the sentences that come with it. */
export class Refused extends Error {
  readonly code: string;
  readonly messages: readonly string[];
  /** What a Web API method answers beside them. */
  readonly fields: JsonObject;

  constructor(code: string, messages: readonly string[] = [], fields: JsonObject = {}) {
    super([code, ...messages].join('\n'));
    this.code = code;
    this.messages = messages;
    this.fields = fields;
  }
}

/** What `work` makes, or what `refused` makes of Slack's refusal. */
export function unlessRefused<Done, Other>(work: () => Done, refused: (why: Refused) => Other): Done | Other {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return refused(error);
    throw error;
  }
}
