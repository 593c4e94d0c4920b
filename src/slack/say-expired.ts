import { formatExpired } from '../formatters/expired-message.ts';
import { COMMAND } from './command-name.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { toSlack } from './reply.ts';

/** Tells whoever pressed too long ago what to type instead. In Home, which has no `response_url`, they press again. */
export async function sayExpired(
  { respond, words, now }: ListenerDeps,
  { accountId, responseUrl }: { readonly accountId: string; readonly responseUrl?: string },
): Promise<void> {
  if (responseUrl === undefined) return;
  const message = formatExpired(accountId, { nowMs: now(), words, audience: 'private', command: COMMAND });
  await respond(responseUrl, { ...toSlack({ audience: 'private', message }), replace_original: false });
}
