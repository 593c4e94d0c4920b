import { formatNotOpened } from '../../formatters/notices/notices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { Asker } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { privateContext } from '../shared/private-context.ts';
import { toSlack } from '../web-api/reply.ts';
import type { SlackFailure } from '../web-api/slack-failure.ts';

export interface NotOpened {
  readonly asker: Asker;
  readonly accountId: string;
  /** Absent in Home, which then says it itself. */
  readonly responseUrl?: string;
  readonly failure: SlackFailure;
}

/** Tells whoever pressed that no window opens, and what to type instead. */
export async function sayNotOpened(
  { respond, homes, wordsFor, now }: ListenerDeps,
  { asker, accountId, responseUrl, failure }: NotOpened,
): Promise<void> {
  if (responseUrl === undefined) {
    await homes.of(personOf(asker)).tell({ kind: 'not-opened', accountId });
    return;
  }
  const context = privateContext({ now, words: wordsFor(asker.userId) });
  const message = formatNotOpened({ id: accountId, isExpired: failure.kind === 'trigger-spent' }, context);
  await respond(responseUrl, { ...toSlack({ audience: 'private', message }), replace_original: false });
}
