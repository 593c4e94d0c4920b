import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import type { Payload } from './start-plain-app.ts';

/** A clock that a test sets. */
export function createClock(startMs = Date.now()) {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

/** A clock that moves a second with each read, so that messages of the app are never too close for Slack. */
export function tickingClock(): () => number {
  const clock = createClock();
  return () => {
    clock.advance(1_000);
    return clock.now();
  };
}

/** A Web API call without any SDK, as JSON with the bot token. */
export async function callApi(
  slack: LocalSlack,
  method: string,
  args: object,
  token = slack.botToken,
): Promise<Payload> {
  const response = await fetch(`${slack.apiUrl}${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(args),
  });
  return response.json();
}

/** A post to a response_url. Resolves with the status and error code. */
export async function respondTo(url: string, body: object | string, contentType = 'application/json') {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { error } = JSON.parse(await response.text()) as { error?: string };
  return { status: response.status, error };
}

export const plain = (text: string) => ({ type: 'plain_text', text }) as const;

export const button = (actionId: string, value = 'v') =>
  ({ type: 'button', action_id: actionId, text: plain(actionId), value }) as const;

export const actions = (...elements: object[]) => ({ type: 'actions', block_id: 'row', elements });

/** A modal with these blocks. */
export const modal = (more: object = {}) => ({
  type: 'modal',
  title: plain('Details'),
  blocks: [{ type: 'section', text: plain('hello') }],
  ...more,
});

export const homeView = (more: object = {}) => ({
  type: 'home',
  blocks: [{ type: 'section', text: plain('hello') }],
  ...more,
});

/** An input block. */
export const input = (blockId: string, actionId: string, more: object = {}) => ({
  type: 'input',
  block_id: blockId,
  label: plain('Which?'),
  element: { type: 'plain_text_input', action_id: actionId },
  ...more,
});
