/** The modal in which a channel is chosen. Title and buttons: at most 24 characters each (Slack). */
export const share = {
  title: 'Share in a channel',
  submit: 'Share',
  cancel: 'Cancel',
  close: 'Close',
  /** `what`: an account or a list of them, or `summary`. */
  label: (what: string) => `Channel for ${what}`,
  summary: 'the summary of everything you watch',
  hint: 'Everybody in the channel can read it, without the contact e-mail. Channels shared with other organisations are not listed.',
  placeholder: 'Choose a channel',
  sharing: 'Sharing…',
  /** `channel` is a mention. */
  shared: (channel: string) => `Shared in ${channel}.`,
  /** Opens what is to be said of each account. */
  nothing: 'Nothing was shared.',
  refused: 'Slack did not accept the message, so nothing was shared. Try again.',
};
