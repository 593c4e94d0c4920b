/** For how long somebody who waits for an answer waits for what, in milliseconds. Tests of anything else move them far away. */
export const TIME_LIMITS = {
  /** From a request of Slack to its acknowledgement. Slack ignores a later one; on a socket it does so silently. */
  ack: 3_000,
  /** One call of the Web API, or one message through a `response_url`. */
  call: 3_000,
  /** Who somebody is: what the check takes is taken off the time for an answer inside the ack. */
  person: 1_500,
  /** What a window or Home shows: then it says "loading" and is filled in later. A trigger lasts three seconds. */
  loading: 400,
  /** What the watches know of an account: an answer is worth more than that. */
  seen: 300,
  /** Before something that Slack did not take is tried again, doubled each time. */
  backOff: 300,
  /** Between the openings of the two sockets. */
  apart: 5 * 60_000,
};
