import type { PageState } from '../../../../sandbox/page/page-state.ts';

export const command = (line: string, channel = 'oncall') => ({ kind: 'command', channel, line });

const messagesIn = (state: PageState, name = 'oncall') =>
  state.channels.find((channel) => channel.name === name)?.messages ?? [];

/** The newest message in #oncall that says this. */
export const saying = (text: string) => (state: PageState) =>
  messagesIn(state).findLast((message) => message.text.includes(text));
