import type { MessageShortcut, Middleware, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import type { LookupOutcome } from '../domain/outcome.ts';
import type { Pin } from '../domain/pins.ts';
import { formatHelp } from '../formatters/help-message.ts';
import { formatStatusView, type StatusShown } from '../formatters/status-view.ts';
import { COMMAND } from './command-name.ts';
import { findIds } from './find-ids.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { logAsked } from './log-asked.ts';
import { lookUpAll } from './look-up-all.ts';
import { personOf } from './person-of.ts';
import { privateContext } from './private-context.ts';
import { isAccount, toSlack } from './reply.ts';
import { TRIGGER_REFUSALS, unlessRefused } from './unless-refused.ts';
import { within } from './within.ts';

/** The `callback_id` in manifest.yml. */
export const STATUS_SHORTCUT = 'backup_status';

/** A trigger lasts three seconds, and Slack has used up some of them: past this, open first and fill in later. */
const OPEN_WITHIN_MS = 400;

/** "Backup status" on a message, in a thread too, where no command can be typed: the accounts it names, in a modal. */
export function createStatusShortcut(
  deps: ListenerDeps,
): Middleware<SlackShortcutMiddlewareArgs<MessageShortcut>> {
  const { store, respond, now, log } = deps;

  return async ({ shortcut, ack, client }) => {
    const startedAtMs = now();
    await ack();
    const { user, channel, team, message, trigger_id, response_url: responseUrl } = shortcut;
    const asker = { userId: user.id, channelId: channel.id, teamId: user.team_id ?? team?.id };
    const person = personOf(asker);
    const work = readMessage(deps, person, message.text ?? '');
    const viewOf = (shown: StatusShown, pins?: Found['pins']) =>
      formatStatusView(shown, channel.id, privateContext(deps, pins));

    const ready = (await within(work, OPEN_WITHIN_MS))?.value;
    const view = ready ? viewOf(shownOf(ready), ready.pins) : viewOf({ kind: 'asking' });
    const opened = await unlessRefused(client.views.open({ trigger_id, view }), TRIGGER_REFUSALS);
    if (opened === undefined) {
      const help = formatHelp({ ...privateContext(deps), command: COMMAND });
      await respond(responseUrl, {
        ...toSlack({ audience: 'private', message: help }),
        replace_original: false,
      });
    }
    const found = await work;
    const viewId = opened?.view?.id;
    if (ready === undefined && viewId !== undefined) {
      const filled = viewOf(shownOf(found), found.pins);
      // With the hash of what was opened, so that an answer to the field is not overwritten by this one.
      const hash = opened?.view?.hash;
      const update = client.views.update({
        view_id: viewId,
        view: filled,
        ...(hash !== undefined && { hash }),
      });
      await unlessRefused(update, ['not_found', 'hash_conflict']);
    }
    const { outcomes } = found;
    logAsked(log, {
      by: 'shortcut',
      ...asker,
      outcomes,
      durationMs: now() - startedAtMs,
      delivery: opened === undefined ? 'spent' : 'deferred',
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
  readonly pins: readonly Pin[] | 'unavailable';
}

async function readMessage(
  deps: ListenerDeps,
  person: ReturnType<typeof personOf>,
  text: string,
): Promise<Found> {
  const pins = await deps.store.pins(person);
  const outcomes = await lookUpAll(deps, findIds(text, pins === 'unavailable' ? [] : pins));
  // The rest were numbers of something else.
  return { outcomes: outcomes.filter(({ kind }) => kind !== 'not-found' && kind !== 'invalid-id'), pins };
}

const shownOf = ({ outcomes }: Found): StatusShown =>
  outcomes.length > 0 ? { kind: 'answered', outcomes } : { kind: 'none-found' };
