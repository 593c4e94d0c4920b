import type { ReceiverEvent } from '@slack/bolt';
import type { Identity } from '../identify-app.ts';
import type { Reject } from './count-rejections.ts';
import type { Step } from './pipeline.ts';

/**
 * Rejects what no listener could understand, whatever the transport: other apps' payloads, events of other
 * installations, and payloads without the fields that all of their kind have. All of it is acknowledged, so that Slack does not repeat it.
 *
 * Whose team a person is of is not looked at: in a shared channel a payload may name no other team than theirs, and they
 * are to be told kindly. A right signature, or our own socket, and our app id are what makes a payload ours.
 */
export function rejectForeign(
  /** Undefined until Slack has said who we are. */
  identity: () => Identity | undefined,
  reject: Reject,
): Step {
  function reasonAgainst({ body }: ReceiverEvent): string | undefined {
    const own = identity();
    if (!isReadable(body)) return 'malformed';
    if (own?.appId !== undefined && body.api_app_id !== undefined && body.api_app_id !== own.appId) {
      return 'other-app';
    }
    return isForUs(body.authorizations, own) ? undefined : 'other-team';
  }

  return async (event, next) => {
    const reason = reasonAgainst(event);
    if (reason === undefined) return await next(event);
    reject(reason);
    // A socket that has closed meanwhile cannot take an acknowledgement.
    await event.ack().catch(() => {});
  };
}

type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Slack's ids have some eleven characters. A longer one would not fit where a modal keeps it. */
const isId = (value: unknown) => isText(value) && value.length <= 100;

/** Whether it has what every payload of its kind has, so that no later step fails on it. */
function isReadable(body: unknown): body is Body {
  if (!isObject(body)) return false;
  if (isText(body.command)) {
    return [body.user_id, body.channel_id, body.response_url].every(isText) && typeof body.text === 'string';
  }
  if (isObject(body.event)) return isText(body.event.type);
  const isInteraction = isText(body.type) && isObject(body.user) && isText(body.user.id);
  if (!isInteraction) return false;
  if (body.type === 'block_actions') return Array.isArray(body.actions) && body.actions.every(isAction);
  if (body.type === 'message_action') {
    return (
      isText(body.callback_id) && isObject(body.message) && isObject(body.channel) && isId(body.channel.id)
    );
  }
  return body.type !== 'view_submission' || (isObject(body.view) && isObject(body.view.state));
}

const isAction = (action: unknown) => isObject(action) && isText(action.action_id) && isText(action.type);

/** Events name the installations that they are for; commands and presses do not. */
function isForUs(authorizations: unknown, own: Identity | undefined): boolean {
  if (own === undefined || !Array.isArray(authorizations) || authorizations.length === 0) return true;
  const { teamId, enterpriseId } = own;
  return authorizations.some(
    (one) =>
      isObject(one) &&
      (one.team_id === teamId || (enterpriseId !== undefined && one.enterprise_id === enterpriseId)),
  );
}
