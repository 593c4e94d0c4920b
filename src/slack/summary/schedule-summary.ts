import type { Person } from '../../account/pins.ts';
import { sentence } from '../kit/message.ts';
import { isSlackId } from '../kit/slack-id.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { unavailable } from '../watches/watch-messages.ts';
import { type AskedSummary, nothingWatched } from './summarize.ts';
import { EVERY_DAY, scheduleText } from './summary-inputs.ts';

/**
 * `summary 07:30` and `summary off`: for the channel in which it is typed, which reads who did it, or elsewhere for the
 * person. `atMinute` is after midnight on the person's clocks; the days stay as they were.
 */
export async function scheduleSummary(
  { watches, contexts, zoneOf }: ListenerDeps,
  { userId }: Person,
  channelId: string,
  atMinute: number | 'none',
): Promise<AskedSummary> {
  const reader = contexts.private(userId);
  const { words } = reader;
  const place = isSlackId('channel', channelId) ? channelId : userId;
  const found = await watches.list([place]);
  if (found === 'unavailable') return unavailable(reader);
  const [here] = found;
  if (here === undefined) return nothingWatched(reader, place === channelId);
  if (atMinute === 'none') {
    if ((await watches.stopSummary(place, userId)) === 'unavailable') return unavailable(reader);
    return { message: sentence(words.watches.summaryEnds), result: 'stopped' };
  }
  const days = here.summary?.days ?? EVERY_DAY;
  const schedule = { atMinute, days, zone: zoneOf(userId) ?? here.summary?.zone ?? 'UTC' };
  if ((await watches.setSummary(place, schedule, userId)) === 'unavailable') return unavailable(reader);
  return {
    message: sentence(words.watches.summaryComes(scheduleText(schedule, words))),
    result: 'scheduled',
  };
}
