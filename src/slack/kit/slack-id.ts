/** What Slack's ids look like, by what they name. A direct message is with anybody, the app or a colleague. */
const SLACK_IDS = {
  person: /^[UW][A-Z0-9]{1,30}$/,
  channel: /^[CG][A-Z0-9]{1,30}$/,
  direct: /^D[A-Z0-9]{1,30}$/,
  userGroup: /^S[A-Z0-9]{1,30}$/,
};

/** Whether a text is such an id, safe to stand in a mention. */
export const isSlackId = (kind: keyof typeof SLACK_IDS, text: string | undefined): text is string =>
  text !== undefined && SLACK_IDS[kind].test(text);
