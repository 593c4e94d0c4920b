/** A clock that moves a second with each read, so that messages of the app are never too close for Slack. */
export function tickingClock(): () => number {
  let nowMs = Date.now();
  return () => (nowMs += 1_000);
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
