/** The modal of the message shortcut. */
export interface ShortcutWords {
  /** At most 24 characters each (Slack, title and buttons of a view). */
  readonly title: string;
  readonly submit: string;
  readonly close: string;
  readonly asking: string;
  readonly noneFound: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
}
