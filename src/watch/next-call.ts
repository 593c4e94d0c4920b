import { MINUTE_MS } from '../account/time.ts';
import { isWorse } from './observe-reading.ts';
import { GROUP_WAIT_MS } from './tell-from.ts';
import {
  type Absence,
  type BrokenChannel,
  type ChannelIncident,
  type DueSummary,
  hasUntoldRecovery,
  incidentsById,
  isDone,
  isGoingOn,
  isOpen,
  isOver,
  isSameRow,
  presentRow,
  rowOf,
  type Situation,
  type Told,
  type ToldMessage,
  type ToldRow,
  withToldRecovery,
} from './told.ts';

/** The next call to Slack, and what is told once it is made. A reply also says what its root has told then. */
export type NextCall =
  | {
      readonly kind: 'post';
      readonly reason: 'first' | 'new-bad' | 'worse' | 'outage' | 'absence' | 'broken' | 'summary';
      readonly told: Told;
    }
  | {
      readonly kind: 'edit';
      readonly reason: 'new-bad' | 'changed' | 'recovered';
      readonly message: ToldMessage;
      readonly told: Told;
    }
  | {
      readonly kind: 'reply';
      readonly reason: 'recovered';
      readonly message: ToldMessage;
      readonly told: Told;
    }
  /** `untilMs` absent: until something happens. */
  | { readonly kind: 'wait'; readonly untilMs?: number };

/** For this long new bad news joins the last message; later it deserves a notification. */
const JOIN_WITHIN_MS = 10 * MINUTE_MS;

/** Whether a message may still be edited. The incidents of other messages need not be read. */
export const mayChange = ({ told, postedAtMs, isOutdated }: ToldMessage, nowMs: number) =>
  isOutdated === true || nowMs - postedAtMs < JOIN_WITHIN_MS || !isOver(told);

const JOIN_AT_MOST = 15;
/** After this many alerts within that time, everything joins the last one. */
const ALERTS_AT_MOST = 2;
/** A restart of the service is not news. */
const OUTAGE_AFTER_MS = 15 * MINUTE_MS;
/** After a time in which nobody read the accounts. */
const READ_AGAIN_WITHIN_MS = 2 * MINUTE_MS;

/**
 * Compares how things are with what a channel was told, and says what to do about the difference: one call to Slack at
 * most, the most urgent one. What was never told needs no recovery; a late call tells the present.
 */
export function nextCall(situation: Situation, messages: readonly ToldMessage[], nowMs: number): NextCall {
  return (
    tellAbsence(situation, messages) ??
    tellBroken(situation, messages) ??
    tellOutage(situation, messages, nowMs) ??
    // While the service cannot be asked no account is news: nobody knows. What was told before is kept as it is known.
    (isGoingOn(situation.outage) ? undefined : tellNews(situation, messages, nowMs)) ??
    tellChanges(situation, messages, nowMs) ??
    tellSummary(situation, nowMs) ??
    waitFor(situation, messages, nowMs)
  );
}

type OutageMessage = ToldMessage & { readonly told: Extract<Told, { kind: 'outage' }> };
type AlertMessage = ToldMessage & { readonly told: Extract<Told, { kind: 'alert' }> };
const isOutage = (message: ToldMessage): message is OutageMessage => message.told.kind === 'outage';
const isAlert = (message: ToldMessage): message is AlertMessage => message.told.kind === 'alert';

function tellAbsence({ absence }: Situation, messages: readonly ToldMessage[]): NextCall | undefined {
  const isTold = ({ told }: ToldMessage) => told.kind === 'absence' && told.fromMs === absence?.fromMs;
  if (absence === undefined || messages.some(isTold)) return undefined;
  return { kind: 'post', reason: 'absence', told: { kind: 'absence', ...absence } };
}

/** To the person who began a watch: its channel takes nothing, and later that this is over. */
function tellBroken({ broken }: Situation, messages: readonly ToldMessage[]): NextCall | undefined {
  const toldOf = messages.flatMap((message) =>
    message.told.kind === 'broken' && message.told.isOver === undefined
      ? [{ message, told: message.told }]
      : [],
  );
  const isTold = ({ channelId }: BrokenChannel) => toldOf.some(({ told }) => told.channelId === channelId);
  const news = broken.find((channel) => !isTold(channel));
  if (news !== undefined) return { kind: 'post', reason: 'broken', told: { kind: 'broken', ...news } };
  const over = toldOf.find(({ told }) => !broken.some(({ channelId }) => channelId === told.channelId));
  return (
    over && { kind: 'edit', reason: 'recovered', message: over.message, told: { ...over.told, isOver: true } }
  );
}

function tellOutage(
  { outage, accountCount }: Situation,
  messages: readonly ToldMessage[],
  nowMs: number,
): NextCall | undefined {
  if (outage === undefined) return undefined;
  const { sinceMs, overAtMs } = outage;
  const message = messages.filter(isOutage).find(({ told }) => told.sinceMs === sinceMs);
  if (overAtMs === undefined) {
    if (message !== undefined || nowMs < sinceMs + OUTAGE_AFTER_MS) return undefined;
    return { kind: 'post', reason: 'outage', told: { kind: 'outage', accountCount, sinceMs } };
  }
  if (message === undefined || message.told.isRecoveryTold) return undefined;
  if (message.told.overAtMs === undefined) {
    return { kind: 'edit', reason: 'recovered', message, told: { ...message.told, overAtMs } };
  }
  return { kind: 'reply', reason: 'recovered', message, told: { ...message.told, isRecoveryTold: true } };
}

/** What is open and was not told here, or not that it is so bad. */
function tellNews(
  { incidents, accountCount }: Situation,
  messages: readonly ToldMessage[],
  nowMs: number,
): NextCall | undefined {
  if (incidents.every(({ resolvedAtMs }) => resolvedAtMs !== undefined)) return undefined;
  const toldLevels = new Map<string, ToldRow['level']>();
  for (const { told } of messages.filter(isAlert))
    for (const { incidentId, level } of told.rows) toldLevels.set(incidentId, level);
  const untold = incidents.filter(({ id, level, resolvedAtMs }) => {
    const toldLevel = toldLevels.get(id);
    return resolvedAtMs === undefined && (toldLevel === undefined || isWorse(level, toldLevel));
  });
  const isDue = ({ tellFromMs }: ChannelIncident) => tellFromMs !== undefined && tellFromMs <= nowMs;
  if (!untold.some(isDue)) return undefined;
  // The first one has waited for the others of its group.
  const news = untold.filter(
    (incident) => isDue(incident) || incident.tellFromMs === incident.detectedAtMs + GROUP_WAIT_MS,
  );
  const rows = news.map((incident) => rowOf(incident, nowMs));
  const isWorseNews = news.some(({ id }) => toldLevels.has(id));
  const recent = messages.filter(isAlert).filter(({ postedAtMs }) => nowMs - postedAtMs < JOIN_WITHIN_MS);
  const last = recent.at(-1);
  if (last !== undefined && (isStorm(recent, last) || (!isWorseNews && hasRoom(last, rows)))) {
    const newIds = new Set(news.map(({ id }) => id));
    const others = last.told.rows.filter(({ incidentId }) => !newIds.has(incidentId));
    const told = { ...last.told, accountCount, rows: [...others, ...rows] };
    return { kind: 'edit', reason: 'new-bad', message: last, told };
  }
  const isFirst = !messages.filter(isAlert).some(({ told }) => told.rows.some(isOpen));
  const reason = isWorseNews ? 'worse' : isFirst ? 'first' : 'new-bad';
  return { kind: 'post', reason, told: { kind: 'alert', rows, accountCount } };
}

/** So many alerts were posted that nobody needs another notification. */
const isStorm = (recent: readonly AlertMessage[], last: AlertMessage) =>
  recent.length >= ALERTS_AT_MOST || last.told.rows.length > JOIN_AT_MOST;

/** Whether more can join a message that still concerns somebody, and that nobody has taken over. */
const hasRoom = ({ told }: AlertMessage, rows: readonly ToldRow[]) =>
  told.rows.length + rows.length <= JOIN_AT_MOST &&
  told.rows.some(isOpen) &&
  told.rows.every(({ ownerId }) => ownerId === undefined);

/** Messages that no longer say how things are, and recoveries that have no line in their thread yet. */
function tellChanges(
  { incidents }: Situation,
  messages: readonly ToldMessage[],
  nowMs: number,
): NextCall | undefined {
  const changing = messages
    .filter(isAlert)
    .filter(({ isOutdated, told }) => isOutdated || !told.rows.every(isDone));
  if (changing.length === 0) return undefined;
  const newestWith = new Map<string, string>();
  for (const { id, told } of messages.filter(isAlert))
    for (const { incidentId } of told.rows) newestWith.set(incidentId, id);
  const byId = incidentsById(incidents);
  for (const message of changing) {
    const rows = message.told.rows.map((row): ToldRow => {
      const isMoved = newestWith.get(row.incidentId) !== message.id;
      if (isMoved && !isDone(row)) return { ...row, ended: 'moved' };
      return presentRow(row, byId, nowMs);
    });
    const { recoveredSinceMs = nowMs, ...told } = message.told;
    const isRecovered = rows.some(hasUntoldRecovery);
    if (message.isOutdated || rows.some((row, index) => !isSameRow(row, message.told.rows[index]))) {
      const reason = isRecovered ? 'recovered' : 'changed';
      return {
        kind: 'edit',
        reason,
        message,
        told: { ...told, rows, recoveredSinceMs: isRecovered ? recoveredSinceMs : undefined },
      };
    }
    // Many recoveries at once are one line.
    if (isRecovered && nowMs >= recoveredSinceMs + GROUP_WAIT_MS) {
      return {
        kind: 'reply',
        reason: 'recovered',
        message,
        told: { ...told, rows: rows.map(withToldRecovery) },
      };
    }
  }
  return undefined;
}

/** Comes after all news. A summary that is late because we were away waits until the accounts are read again. */
function tellSummary({ summary, absence }: Situation, nowMs: number): NextCall | undefined {
  if (summary === undefined || nowMs < tellSummaryFrom(summary, absence)) return undefined;
  return { kind: 'post', reason: 'summary', told: { kind: 'summary', atMs: nowMs, ...summary } };
}

const tellSummaryFrom = ({ dueAtMs }: DueSummary, absence: Absence | undefined): number =>
  absence === undefined || dueAtMs > absence.toMs
    ? dueAtMs
    : Math.max(dueAtMs, absence.toMs + READ_AGAIN_WITHIN_MS);

/** The next moment at which something becomes due by itself. */
function waitFor(situation: Situation, messages: readonly ToldMessage[], nowMs: number): NextCall {
  const { incidents, outage, summary, absence } = situation;
  const alerts = messages.filter(isAlert);
  const open = incidents.filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
  const owned = new Map(open.flatMap(({ id, owner }) => (owner ? [[id, owner.untilMs] as const] : [])));
  const toldUntilMs = ({ incidentId }: ToldRow) => owned.get(incidentId) ?? [];
  const moments = [
    ...(owned.size === 0 ? [] : alerts.flatMap(({ told }) => told.rows.flatMap(toldUntilMs))),
    ...alerts.flatMap(({ told: { recoveredSinceMs } }) =>
      recoveredSinceMs === undefined ? [] : [recoveredSinceMs + GROUP_WAIT_MS],
    ),
    ...(isGoingOn(outage)
      ? [outage.sinceMs + OUTAGE_AFTER_MS]
      : open.flatMap(({ tellFromMs }) => tellFromMs ?? [])),
    ...(summary ? [tellSummaryFrom(summary, absence)] : []),
  ].filter((atMs) => atMs > nowMs);
  if (moments.length === 0) return { kind: 'wait' };
  return { kind: 'wait', untilMs: moments.reduce((one, other) => Math.min(one, other)) };
}
