import type { Person } from '../../account/pins.ts';
import type { SummarySchedule } from '../../watch/summary-schedule.ts';
import { isSlackId } from '../kit/ids.ts';
import { sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { unavailable } from '../watches/watch-messages.ts';
import { type AskedSummary, nothingWatched } from './summarize.ts';
import { EVERY_DAY, scheduleText } from './summary-inputs.ts';

/**
 * `summary 07:30`, `summary off` and *Change time…*: for the channel in which it is typed or pressed, which reads who did it,
 * or elsewhere for the person. `atMinute` is after midnight on the person's clocks; without days they stay as they were.
 */
export async function scheduleSummary(
  { watches, contexts, zoneOf }: ListenerDeps,
  { userId }: Person,
  channelId: string,
  asked: (Pick<SummarySchedule, 'atMinute'> & Partial<SummarySchedule>) | 'none',
): Promise<AskedSummary> {
  const reader = contexts.private(userId);
  const { words } = reader;
  const place = isSlackId('channel', channelId) ? channelId : userId;
  const found = await watches.list([place]);
  if (found === 'unavailable') return unavailable(reader);
  const [here] = found;
  if (here === undefined) return nothingWatched(reader, place === channelId);
  if (asked === 'none') {
    if ((await watches.stopSummary(place, userId)) === 'unavailable') return unavailable(reader);
    return { message: sentence(words.watches.summaryEnds), result: 'stopped' };
  }
  const zone = zoneOf(userId) ?? here.summary?.zone ?? 'UTC';
  const schedule = { days: here.summary?.days ?? EVERY_DAY, zone, ...asked };
  if ((await watches.setSummary(place, schedule, userId)) === 'unavailable') return unavailable(reader);
  return {
    message: sentence(words.watches.summaryComes(scheduleText(schedule, words))),
    result: 'scheduled',
  };
}
