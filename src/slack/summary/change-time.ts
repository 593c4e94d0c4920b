import { within } from '../../async.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { createShareAction } from '../card/share.ts';
import { modal, plainText } from '../kit/blocks.ts';
import { isSlackId, MORE, SUMMARY_TIME } from '../kit/ids.ts';
import { sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from '../press.ts';
import { readSummaryPress } from '../press.ts';
import { privately, sendReply } from '../reply.ts';
import { unavailable } from '../watches/watch-messages.ts';
import { openForm, type SubmitListener, showInPlace } from '../windows.ts';
import { scheduleSummary } from './schedule-summary.ts';
import { readSummary, scheduleIn, summaryInputs, summaryValues } from './summary-inputs.ts';

/** The trigger of a window lasts three seconds. */
const SUMMARY_WITHIN_MS = 1_000;
const NO_ZONE = 'UTC';

/** The menu of a summary: *Share…*, or *Change time…*, which opens a window with its time and days. */
export function createSummaryMenu(deps: ListenerDeps): PressListener {
  const { watches, contexts, zoneOf, respond, now } = deps;
  const share = createShareAction(deps, readSummaryPress);
  return async (args) => {
    const user = requireAuthorizedUser(args.context);
    const { userId } = user.person;
    const press = readSummaryPress(args.body, user);
    if (press.value === MORE.share) return share(args);
    await args.ack();
    const place = isSlackId('channel', press.channelId) ? press.channelId : userId;
    const listed = (await within(watches.list([place]), SUMMARY_WITHIN_MS))?.value ?? 'unavailable';
    const reader = contexts.private(userId);
    if (listed === 'unavailable') {
      await sendReply(respond, press.responseUrl, privately(unavailable(reader).message));
      return;
    }
    const { words } = reader;
    const { save, cancel, zone: zoneText } = words.watches.form;
    const zone = zoneOf(userId) ?? NO_ZONE;
    await openForm(deps, press, {
      ...modal({ title: words.summary.window, close: cancel, submit: save }, [
        ...summaryInputs(summaryValues(listed[0]?.summary, zone, now()), words),
        { type: 'context', elements: [plainText(zoneText(zone))] },
      ]),
      callback_id: SUMMARY_TIME.callbackId,
      private_metadata: place,
    });
  };
}

/** The window, saved: the summary comes then, or without a time no more. */
export function createTimeSubmitted(deps: ListenerDeps): SubmitListener {
  const { contexts, zoneOf, views, inlineWithinMs, log } = deps;
  return async ({ view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { person, deadline } = user;
    const { summary } = contexts.private(person.userId).words;
    const place = view.private_metadata;
    const schedule = scheduleIn(readSummary(view.state.values), zoneOf(person.userId) ?? NO_ZONE);
    const work = scheduleSummary(deps, person, place, schedule ?? 'none');
    const window = { title: summary.window, close: summary.close };
    await showInPlace(views, ack, {
      work: work.then(({ message }) => modal(window, message.blocks)),
      withinMs: deadline.leftMs(inlineWithinMs),
      loading: () => modal(window, sentence(summary.loading).blocks),
    });
    logWatchAudit(log, { ...user, channelId: place }, { by: 'summary', result: (await work).result });
  };
}
