import type { WebClient } from '@slack/web-api';
import type { Message } from '../../formatters/message.ts';
import { CLOSED_ERRORS } from '../../formatters/watches/watches-view.ts';
import type { Called, CallSlack } from './create-call-slack.ts';

/** A message as Slack names it: a person's id becomes that of the direct messages with them. */
export interface Posted {
  readonly channelId: string;
  readonly ts: string;
}

/** Messages that no request of Slack asks for. As with `CallSlack`, a failure is a value. */
export interface SlackMessages {
  /** `channelId` may be a person's id. */
  post(channelId: string, message: Message): Promise<Called<Posted>>;
  update(posted: Posted, message: Message): Promise<Called<unknown>>;
  /** One of our own. */
  delete(posted: Posted): Promise<Called<unknown>>;
}

export function createSlackMessages(
  client: () => Pick<WebClient, 'chat'>,
  callSlack: CallSlack,
): SlackMessages {
  return {
    post: (channel, message) =>
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
    update: ({ channelId, ts }, message) =>
      callSlack('chat.update', () => client().chat.update({ channel: channelId, ts, ...message })),
    delete: ({ channelId, ts }) =>
      callSlack('chat.delete', () => client().chat.delete({ channel: channelId, ts }), ['message_not_found']),
  };
}
