import type { Person } from '../../account/pins.ts';
import type { TermsOf } from '../../account/terms.ts';
import { inPieces } from '../../async.ts';
import { type Overview, type Summary, summaryOf, type Turn, turnOf } from '../../watch/summary.ts';
import { isSlackId } from '../kit/ids.ts';
import { type FormatContext, type Message, notice } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { unavailable } from '../watches/watch-messages.ts';
import { type SummaryShown, summaryMessage } from './summary-message.ts';

/** So many accounts are looked at before others are served: of thousands each is judged. */
const AT_A_TIME = 100;

/** What a summary of that moment says. */
export async function summarize(overview: Overview, termsOf: TermsOf, nowMs: number): Promise<Summary> {
  const { accounts } = overview;
  const turns: Turn[] = [];
  for await (const piece of inPieces(accounts, AT_A_TIME))
    turns.push(...piece.flatMap((account) => turnOf(account, termsOf, nowMs) ?? []));
  return summaryOf(overview, turns, nowMs);
}

/** A summary that somebody asked for, and what is said of it in the audit line. */
export interface AskedSummary {
  readonly message: Message;
  readonly result: 'told' | 'nothing-watched' | 'unavailable' | 'scheduled' | 'stopped';
}

/**
 * The summary that a person reads alone: of the channel in which they ask, and where nothing is watched there or they ask
 * elsewhere, of all that they watch. That of a channel can be shared.
 */
export async function summaryForPerson(
  deps: ListenerDeps,
  person: Person,
  channelId: string | undefined,
): Promise<AskedSummary> {
  const { watches, store, contexts } = deps;
  const { userId } = person;
  const reader = contexts.private(userId, await store.pins(person));
  const { summary: said } = reader.words;
  const isChannel = isSlackId('channel', channelId);
  const here = isChannel ? await watches.overview({ channelId }) : undefined;
  if (here === 'unavailable') return unavailable(reader);
  if (here !== undefined && here.accounts.length > 0) {
    const about = said.here(`<#${channelId}>`);
    return told(deps, here, { userId, about, where: 'channel' }, reader);
  }
  const own = await watches.overview({ userId });
  if (own === 'unavailable') return unavailable(reader);
  if (own.accounts.length === 0) return nothingWatched(reader, channelId !== undefined);
  return told(deps, own, { userId, about: said.yours }, reader);
}

/** The summary of a channel for everybody. Anything but `told` is for the person alone. */
export async function summaryForChannel(
  deps: ListenerDeps,
  { userId }: Person,
  of: { readonly channelId: string },
): Promise<AskedSummary> {
  const [reader, person] = [deps.contexts.channel(), deps.contexts.private(userId)];
  const overview = await deps.watches.overview(of);
  if (overview === 'unavailable') return unavailable(person);
  if (overview.accounts.length === 0) return nothingWatched(person, true);
  const about = reader.words.card.sharedBy(`<@${userId}>`);
  return told(deps, overview, { userId, about }, reader);
}

async function told(
  { termsOf, zoneOf }: ListenerDeps,
  overview: Overview,
  { userId, ...shown }: { readonly userId: string } & Pick<SummaryShown, 'about' | 'where'>,
  reader: FormatContext,
): Promise<AskedSummary> {
  const { nowMs: atMs } = reader;
  const summary = await summarize(overview, termsOf, atMs);
  const zone = zoneOf(userId) ?? 'UTC';
  return {
    message: summaryMessage({ summary, atMs, zone, ...shown }, { ...reader, termsOf }),
    result: 'told',
  };
}

/** `isHere`: neither in the conversation nor by the person. */
export const nothingWatched = ({ words, command }: FormatContext, isHere: boolean): AskedSummary => {
  const { nothing, nothingNext } = words.summary;
  return {
    message: notice(nothing(isHere), nothingNext, `${command} watch 1004`),
    result: 'nothing-watched',
  };
};
