/** Blocks as Slack takes them, for tests that state a whole message. */
export const text = (value: string, style?: object) => ({ type: 'text', text: value, ...style });
export const bold = (value: string) => text(value, { style: { bold: true } });
export const rich = (...elements: unknown[]) => ({ type: 'rich_text', elements });
export const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });
export const mrkdwn = (value: string) => ({ type: 'mrkdwn', text: value, verbatim: true });
const label = (value: string) => ({ type: 'plain_text', text: value, emoji: true });
export const header = (value: string) => ({ type: 'header', text: label(value) });
export const context = (...elements: unknown[]) => ({ type: 'context', elements });
export const button = (action: string, text: string, value?: string) => ({
  type: 'button',
  action_id: action,
  text: label(text),
  ...(value !== undefined && { value }),
});
/** A menu of what it offers by what each choice does. */
export const overflow = (action: string, choices: Readonly<Record<string, string>>) => ({
  type: 'overflow',
  action_id: action,
  options: Object.entries(choices).map(([value, text]) => ({ text: label(text), value })),
});
