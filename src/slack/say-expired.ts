import { formatExpired } from '../formatters/expired-message.ts';
import type { ListenerDeps } from './listener-deps.ts';
import type { Asker } from './log-asked.ts';
import { privateContext } from './private-context.ts';
import { toSlack } from './reply.ts';

/** Tells whoever pressed too long ago what to type instead. In Home, which has no `response_url`, they press again. */
export async function sayExpired(
  { respond, wordsFor, now }: ListenerDeps,
  {
    asker,
    accountId,
    responseUrl,
  }: { readonly asker: Asker; readonly accountId: string; readonly responseUrl?: string },
): Promise<void> {
  if (responseUrl === undefined) return;
  const words = await wordsFor(asker.userId);
  const message = formatExpired(accountId, privateContext({ now, words }));
  await respond(responseUrl, { ...toSlack({ audience: 'private', message }), replace_original: false });
}
