import type { WebClient } from '@slack/web-api';
import { formatDetails, formatDetailsLoading } from '../formatters/details-view.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { type Asker, logAsked } from './log-asked.ts';
import { personOf } from './person-of.ts';
import { privateContext } from './private-context.ts';
import { sayExpired } from './say-expired.ts';
import { TRIGGER_REFUSALS, unlessRefused } from './unless-refused.ts';
import { within } from './within.ts';

/** A trigger lasts three seconds, and Slack has used up some of them: past this, open first and fill in later. */
const OPEN_WITHIN_MS = 400;

interface DetailsPress {
  readonly asker: Asker;
  readonly accountId: string;
  readonly triggerId: string;
  /** Absent in Home. */
  readonly responseUrl?: string;
  readonly views: WebClient['views'];
}

/** Opens the details of an account. When Slack lets it open nothing any more, says so privately. */
export async function openDetails(deps: ListenerDeps, press: DetailsPress): Promise<void> {
  const { lookup, store, wordsFor, now, log } = deps;
  const { asker, accountId, triggerId, views } = press;
  const startedAtMs = now();
  const words = await wordsFor(asker.userId);
  const work = Promise.all([lookup(accountId), store.pins(personOf(asker))]);
  const ready = await within(work, OPEN_WITHIN_MS);
  const view = ready
    ? formatDetails(ready.value[0], privateContext({ now, words }, ready.value[1]))
    : formatDetailsLoading(accountId, privateContext({ now, words }));
  const opened = await unlessRefused(views.open({ trigger_id: triggerId, view }), TRIGGER_REFUSALS);
  if (opened === undefined) await sayExpired(deps, press);
  const [outcome, pins] = await work;
  const viewId = opened?.view?.id;
  if (ready === undefined && viewId !== undefined) {
    const filled = formatDetails(outcome, privateContext({ now, words }, pins));
    // Refused as not_found when the person has closed it meanwhile.
    await unlessRefused(views.update({ view_id: viewId, view: filled }), ['not_found']);
  }
  logAsked(log, {
    by: 'details',
    ...asker,
    outcomes: [outcome],
    durationMs: now() - startedAtMs,
    delivery: opened === undefined ? 'spent' : 'deferred',
  });
}
