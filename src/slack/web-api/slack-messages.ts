import type { WebClient } from '@slack/web-api';
import type { Message } from '../../formatters/message.ts';
import { CLOSED_ERRORS } from '../../formatters/watches/watches-view.ts';
import type { CallSlack } from './create-call-slack.ts';

/** A message as Slack names it: a person's id becomes that of the direct messages with them. */
export interface Posted {
  readonly channelId: string;
  readonly ts: string;
}

/** Messages that no request of Slack asks for. As with `CallSlack`, a failure is a value. */
export type SlackMessages = ReturnType<typeof createSlackMessages>;

export function createSlackMessages(client: () => Pick<WebClient, 'chat'>, callSlack: CallSlack) {
  return {
    /** `channelId` may be a person's id. */
    post: (channel: string, message: Message) =>
      callSlack(
        'chat.postMessage',
        async () => {
          // Text from outside may hold an address: Slack must not fetch it and show a channel what it finds.
          const unfurl = { unfurl_links: false, unfurl_media: false };
          const { channel: postedIn = channel, ts = '' } = await client().chat.postMessage({
            channel,
            ...unfurl,
            ...message,
          });
          return { channelId: postedIn, ts };
        },
        CLOSED_ERRORS,
      ),
    update: ({ channelId, ts }: Posted, message: Message) =>
      callSlack('chat.update', () => client().chat.update({ channel: channelId, ts, ...message })),
    /** One of our own. */
    delete: ({ channelId, ts }: Posted) =>
      callSlack('chat.delete', () => client().chat.delete({ channel: channelId, ts }), ['message_not_found']),
  };
}
