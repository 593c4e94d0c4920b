import type { ViewOutput } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Person } from '../../account/names.ts';
import { ownerAt } from '../../watch/incident.ts';
import { accountSection, contextLine, modal, ON_PAGE, overflow, pageOfAccounts } from '../kit/blocks.ts';
import { ALERT_VIEW, conversationOf, encodeAccountAction } from '../kit/ids.ts';
import { type SlackContext, textModal } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { entryOf } from './alert-blocks.ts';

/** The conversation that a window is about, and the page, from 0: its `private_metadata`. */
const SHOWN = z.object({ channelId: z.string(), page: z.number() });
type Shown = Readonly<z.infer<typeof SHOWN>>;

type AlertWindow = Pick<ViewOutput, 'id' | 'private_metadata'>;

export const shownIn = ({ private_metadata: metadata }: AlertWindow): Shown =>
  SHOWN.parse(JSON.parse(metadata));

/** Shows the present state in that window. */
export async function showAlert(
  deps: ListenerDeps,
  { userId }: Person,
  window: AlertWindow,
  shown = shownIn(window),
): Promise<void> {
  await deps.views.update({ view_id: window.id, view: await alertView(deps, userId, shown) });
}

/** The window with the present state. */
export async function alertView(deps: ListenerDeps, userId: string, shown: Shown): Promise<ModalView> {
  const { watches, contexts } = deps;
  const found = await watches.openAt(conversationOf(shown.channelId, userId), shown.page, ON_PAGE, true);
  const context = contexts.private(userId);
  const { words } = context;
  if (found.count === 0) return textModal(words, words.alert.openHere, words.watches.nothingOpen);
  if (found.incidents.length > 0) return formatAlertView(shown, found, context);
  // Those of the page are fine by now.
  const page = Math.floor((found.count - 1) / ON_PAGE);
  return alertView(deps, userId, { ...shown, page });
}

/** Everything that is open in the conversation of an alert or a summary, worst first, each account with a menu. */
export function formatAlertView(
  { channelId, page }: Shown,
  { incidents, count }: Awaited<ReturnType<ListenerDeps['watches']['openAt']>>,
  context: SlackContext,
): ModalView {
  const { words, nowMs, viewerId } = context;
  const rows = incidents.map((incident) => {
    const { sign, title, since, owner } = entryOf(incident, context);
    const ownerId = ownerAt(incident, nowMs)?.userId;
    const ownHands = ownerId !== undefined && ownerId === viewerId ? 'release' : 'acknowledge';
    // Slack allows five entries; the card behind *Open* also has the details.
    const another = ownerId === undefined ? 'details' : 'handOver';
    const menu = overflow(ALERT_VIEW.more, ['open', ownHands, another, 'history', 'stopWatching'], words);
    return [
      accountSection(encodeAccountAction(incident.accountId), `${sign} ${title}`, menu),
      contextLine([since, ...owner].join('\n')),
    ];
  });
  const blocks = pageOfAccounts(rows, { page, total: count }, ALERT_VIEW, words);
  return modal(words, words.alert.openHere, blocks, { metadata: JSON.stringify({ channelId, page }) });
}
