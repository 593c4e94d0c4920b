import { readAnswer } from '../server/answer-content.ts';
import type { Deliver } from '../server/deliver.ts';
import { type Delivery, toDelivery } from '../server/delivery.ts';
import type { AckBody, TransportResult } from '../server/outgoing.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel, User } from '../state/workspace.ts';
import { toSeenMessage } from './seen-message.ts';

interface TypedCommand {
  readonly user: User;
  readonly channel: Channel;
  /** The whole line, such as `/backup-status 1001`. */
  readonly line: string;
}

/** Sends a slash command and shows what its acknowledgement says. Commands are never sent twice. */
export async function runCommand(
  state: SlackState,
  deliver: Deliver,
  typed: TypedCommand,
): Promise<Delivery> {
  const { user, channel, line } = typed;
  const command = /^\S+/.exec(line)?.[0] ?? '';
  const responseUrl = state.responseUrls.issue({ userId: user.id, channelId: channel.id });
  const result = await deliver.once({
    type: 'slash_commands',
    acceptsResponse: true,
    payload: {
      token: state.credentials.verificationToken,
      team_id: user.team.id,
      team_domain: user.team.domain,
      channel_id: channel.id,
      channel_name: channel.name,
      user_id: user.id,
      user_name: user.name,
      command,
      text: line.slice(command.length + 1),
      api_app_id: state.workspace.appId,
      is_enterprise_install: 'false',
      response_url: responseUrl.url,
      trigger_id: state.triggers.issue({ userId: user.id, fromViewId: undefined, channelId: channel.id }),
    },
  });
  responseUrl.open();
  const delivery = toDelivery(result);
  if (result.kind !== 'acked')
    return { ...delivery, error: `${command} failed with the error "${errorOf(result)}"` };
  return { ...delivery, ...showAnswer(state, typed, result.body) };
}

function errorOf(result: Exclude<TransportResult, { kind: 'acked' }>): string {
  switch (result.kind) {
    case 'timeout':
      return 'operation_timeout';
    case 'unreachable':
      return 'dispatch_failed';
    case 'http-error':
      return result.status >= 500 ? 'http_service_error' : 'http_client_error';
    default:
      throw result satisfies never;
  }
}

function showAnswer(
  state: SlackState,
  { user, channel, line }: TypedCommand,
  body: AckBody,
): Pick<Delivery, 'message' | 'error'> {
  if (body.kind === 'empty') return {};
  const answer = readAnswer(body.kind === 'text' ? { text: body.text } : body.value);
  if ('error' in answer) {
    const command = line.split(' ')[0];
    return { error: [`${command} failed with the error "${answer.error}"`, ...answer.messages].join('\n') };
  }
  const isPublic = answer.responseType === 'in_channel';
  const place = { channelId: channel.id, visibleTo: isPublic ? undefined : user.id };
  if (isPublic) state.messages.post({ ...place, authorId: user.id, text: line, blocks: [] });
  const message = state.messages.post({ ...place, ...answer.content, authorId: state.workspace.botUserId });
  return { message: toSeenMessage(message) };
}
