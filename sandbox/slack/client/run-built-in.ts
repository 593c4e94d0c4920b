import type { Delivery } from '../server/delivery.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel, User } from '../state/workspace.ts';
import { toSeenMessage } from './seen-message.ts';

/** Slack's own commands, which reach no app: slack.com/help/articles/201259356. */
const BUILT_IN = /^\/(invite|remove|kick|archive)(?:\s+(\S.*))?$/;

/**
 * Invites the app to a channel, removes it, or archives the channel, and says so there, as Slack's client does. Undefined
 * for a line that is none of these commands. Throws for anybody but the app and for direct messages.
 */
export function runBuiltIn(
  state: SlackState,
  { user, channel, line }: { readonly user: User; readonly channel: Channel; readonly line: string },
): Delivery | undefined {
  const [, command, whom = ''] = BUILT_IN.exec(line.trim()) ?? [];
  if (command === undefined) return undefined;
  if (channel.isDirect) throw new Error(`/${command} does not work in direct messages`);
  const { botUserId } = state.workspace;
  if (command === 'archive') {
    channel.isArchived = true;
    return announce(state, channel, { authorId: user.id, text: 'archived the channel' });
  }
  if (!isApp(state, whom)) throw new Error(`/${command} takes the name of the app, such as @backup-status`);
  channel.isBotMember = command === 'invite';
  const what = channel.isBotMember ? 'joined' : 'left';
  return announce(state, channel, { authorId: botUserId, text: `<@${botUserId}> has ${what} the channel` });
}

/** Slack's client completes names while one types; here any spelling of the name will do. */
function isApp({ workspace: { users, botUserId } }: SlackState, asked: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  const app = users.find(({ id }) => id === botUserId);
  return plain(asked.replace(/^@/, '')) === plain(app?.realName ?? '') || asked === `<@${botUserId}>`;
}

function announce(
  state: SlackState,
  { id: channelId }: Channel,
  said: { readonly authorId: string; readonly text: string },
): Delivery {
  const message = state.messages.post({ ...said, channelId, blocks: [] });
  return { ack: 'ok', ackMs: 0, message: toSeenMessage(message) };
}
