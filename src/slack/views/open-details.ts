import type { WebClient } from '@slack/web-api';
import type { LookupOutcome } from '../../domain/outcome.ts';
import {
  formatDetails,
  formatDetailsLoading,
  formatDetailsMessage,
} from '../../formatters/details/details-view.ts';
import type { Words } from '../../words/words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Asker, type Delivery, logAudit } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import type { PersonalStore } from '../shared/personal-store.ts';
import { privateContext } from '../shared/private-context.ts';
import { toSlack } from '../web-api/reply.ts';
import { openView } from './open-view.ts';

interface DetailsPress {
  readonly asker: Asker;
  /** When Slack's request came. */
  readonly receivedAtMs: number;
  readonly accountId: string;
  readonly triggerId: string;
  /** Absent in Home. */
  readonly responseUrl?: string;
  readonly views: WebClient['views'];
}

/** What details are made of. */
type Facts = readonly [LookupOutcome, Awaited<ReturnType<PersonalStore['pins']>>];

/**
 * Opens the details of an account. When Slack opens nothing, or does not let what it opened be filled in, they are said
 * as a private message; in Home, which has no messages, the account itself is shown.
 */
export async function openDetails(deps: ListenerDeps, press: DetailsPress): Promise<void> {
  const { lookup, store, wordsFor, now, log } = deps;
  const { asker, accountId, receivedAtMs } = press;
  const words = wordsFor(asker.userId);
  const work: Promise<Facts> = Promise.all([
    lookup(accountId, { askedAtMs: receivedAtMs }),
    store.pins(personOf(asker)),
  ]);
  const isShown = await openView(deps, {
    ...press,
    work: work.then(([outcome, pins]) => formatDetails(outcome, privateContext({ now, words }, pins))),
    loading: () => formatDetailsLoading(accountId, privateContext({ now, words })),
  });
  const facts = await work;
  const delivery = isShown ? 'deferred' : await sayInstead(deps, press, { facts, words });
  logAudit(log, {
    by: 'details',
    ...asker,
    outcomes: [facts[0]],
    durationMs: now() - receivedAtMs,
    delivery,
  });
}

async function sayInstead(
  deps: ListenerDeps,
  { asker, accountId, responseUrl }: DetailsPress,
  { facts: [outcome, pins], words }: { readonly facts: Facts; readonly words: Words },
): Promise<Delivery> {
  if (responseUrl === undefined) {
    const { isPublished } = await deps.homes.of(personOf(asker)).tell({ kind: 'not-opened', accountId });
    return isPublished ? 'deferred' : 'refused';
  }
  const message = formatDetailsMessage(outcome, privateContext({ now: deps.now, words }, pins));
  const result = await deps.respond(responseUrl, {
    ...toSlack({ audience: 'private', message }),
    replace_original: false,
  });
  return result === 'expired' ? 'spent' : 'deferred';
}
