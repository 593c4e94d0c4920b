import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import type { LookupOutcome } from '../../domain/outcome.ts';
import type { Pin } from '../../domain/pins.ts';
import { formatHelp } from '../../formatters/notices/help-message.ts';
import { formatLimited } from '../../formatters/notices/notices.ts';
import { formatStatusView, type StatusShown } from '../../formatters/notices/status-view.ts';
import type { LookupLimit } from '../../words/command-words.ts';
import type { Words } from '../../words/words.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Delivery, logAudit } from '../shared/audit-log.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import { privateContext } from '../shared/private-context.ts';
import { openView } from '../views/open-view.ts';
import { isAccount, toReply, toSlack } from '../web-api/reply.ts';
import { findIds } from './find-ids.ts';

/** The `callback_id` in manifest.yml. */
export const STATUS_SHORTCUT = 'backup_status';

/** "Backup status" on a message, in a thread too, where no command can be typed: the accounts it names, in a modal. */
export function createStatusShortcut(
  deps: ListenerDeps,
): Middleware<SlackShortcutMiddlewareArgs<MessageShortcut>> {
  const { store, wordsFor, now, log } = deps;

  return async ({ shortcut, context, ack, client }) => {
    const { person, receivedAtMs } = requireAuthorizedUser(context);
    await ack();
    const { channel, message, trigger_id: triggerId, response_url: responseUrl } = shortcut;
    const words = wordsFor(person.userId);
    const viewOf = (shown: StatusShown, pins?: Found['pins']) =>
      formatStatusView(shown, channel.id, privateContext({ now, words }, pins));
    const work = readMessage(deps, { person, receivedAtMs }, message.text);
    const isShown = await openView(deps, {
      views: client.views,
      triggerId,
      work: work.then((found) => viewOf(shownOf(found), found.pins)),
      loading: () => viewOf({ kind: 'asking' }),
    });
    const found = await work;
    const { limit, outcomes, asked } = found;
    logAudit(log, {
      by: 'shortcut',
      ...person,
      channelId: channel.id,
      ...(limit && { said: 'rate-limited' }),
      outcomes: asked,
      durationMs: now() - receivedAtMs,
      delivery: isShown ? 'deferred' : await sayInstead(deps, { responseUrl, found, words }),
    });
    await store.record(
      person,
      outcomes.filter(isAccount).map(({ id }) => id),
    );
  };
}

interface Found {
  /** Those of the guesses that are accounts, as far as anybody knows; worst first. */
  readonly outcomes: readonly LookupOutcome[];
  /** Of all that was asked about. */
  readonly asked: readonly LookupOutcome[];
  readonly pins: readonly Pin[] | 'unavailable';
  /** Present: nothing was asked, for the person has asked for too much. */
  readonly limit?: LookupLimit;
}

async function readMessage(
  deps: ListenerDeps,
  { person, receivedAtMs }: AuthorizedUser,
  text: unknown,
): Promise<Found> {
  const pins = await deps.store.pins(person);
  // Messages of apps may have none.
  const ids = findIds(typeof text === 'string' ? text : '', pins === 'unavailable' ? [] : pins);
  const limit = deps.rateLimit.take(person, ids.length);
  if (limit !== undefined) return { outcomes: [], asked: [], pins, limit };
  const asked = await lookUpAll(deps, ids, { askedAtMs: receivedAtMs });
  // The rest were numbers of something else.
  const outcomes = asked.filter(({ kind }) => kind !== 'not-found' && kind !== 'invalid-id');
  return { outcomes, asked, pins };
}

function shownOf({ outcomes, limit }: Found): StatusShown {
  if (limit !== undefined) return { kind: 'limited', limit };
  return outcomes.length > 0 ? { kind: 'answered', outcomes } : { kind: 'none-found' };
}

/** Where no window opens: the answer as a message; where there is none, how to ask by command. */
async function sayInstead(
  { respond, now }: ListenerDeps,
  { responseUrl, found, words }: { responseUrl: string; found: Found; words: Words },
): Promise<Delivery> {
  const { outcomes, pins, limit } = found;
  const context = privateContext({ now, words }, pins);
  const answer = () =>
    outcomes.length > 0 ? toReply(outcomes, context).message : formatHelp(privateContext({ now, words }));
  const message = limit === undefined ? answer() : formatLimited(limit, context);
  const result = await respond(responseUrl, {
    ...toSlack({ audience: 'private', message }),
    replace_original: false,
  });
  return result === 'expired' ? 'spent' : 'deferred';
}
