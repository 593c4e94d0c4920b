import type { VerdictLevel } from '../verdict.ts';
import { type Incident, ownerAt } from './incident.ts';
import { isWorse } from './observe-reading.ts';
import { GROUP_WAIT_MS } from './tell-from.ts';

/** An incident of an account that a channel watches, open or resolved. */
export interface ChannelIncident extends Incident {
  readonly id: string;
  readonly accountId: string;
  /** From when on it may be told here (see `tellFrom`). Absent: never, by itself. */
  readonly tellFromMs?: number;
}

/** A time in which the service could not be asked. Absent end: it goes on. */
export interface SourceOutage {
  readonly sinceMs: number;
  readonly overAtMs?: number;
}

/** A time in which nobody was watching, because the app did not run. */
export interface Absence {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How things are for a channel now. */
export interface Situation {
  /** Those that are open, and those that a message to this channel names. */
  readonly incidents: readonly ChannelIncident[];
  /** Accounts that are watched here. */
  readonly accountCount: number;
  readonly outage?: SourceOutage;
  /** Of the last day, if accounts were watched here before it. */
  readonly absence?: Absence;
}

/** What a line of a message says of an incident. */
export interface ToldRow {
  readonly incidentId: string;
  readonly level: Exclude<VerdictLevel, 'healthy'>;
  readonly ownerId?: string;
  readonly resolvedAtMs?: number;
  /** Why this line says no more of it: a newer message does, as it became worse; or nobody here watches the account. */
  readonly ended?: 'moved' | 'not-watched';
  /** Its recovery has its line in the thread. */
  readonly isRecoveryTold?: true;
}

/** What one message to a channel says. */
export type Told =
  | {
      readonly kind: 'alert';
      readonly rows: readonly ToldRow[];
      readonly accountCount: number;
      /** Since when it names a recovery that has no line in the thread yet. */
      readonly recoveredSinceMs?: number;
    }
  | ({
      readonly kind: 'outage';
      readonly accountCount: number;
      readonly isRecoveryTold?: true;
    } & SourceOutage)
  | ({ readonly kind: 'absence' } & Absence);

/** A message to a channel, as Slack has it. */
export interface ToldMessage {
  readonly id: string;
  /** Of the first try. */
  readonly postedAtMs: number;
  /** Slack's name for it in its channel. */
  readonly ts: string;
  /** The channel as Slack names it: another one than the person who is told in a direct message. */
  readonly postedIn: string;
  readonly told: Told;
  /** Slack may show something older: a process that was frozen has edited it late. */
  readonly isOutdated?: true;
}

/** The next call to Slack, and what is told once it is made. A reply also says what its root has told then. */
export type NextCall =
  | {
      readonly kind: 'post';
      readonly reason: 'first' | 'new-bad' | 'worse' | 'outage' | 'absence';
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

/** New bad news joins the last message for as long; later it deserves a notification. */
const JOIN_WITHIN_MS = 10 * 60_000;
const JOIN_AT_MOST = 15;
/** Where so many alerts were posted within that time, everything joins the last one. */
const ALERTS_AT_MOST = 2;
/** A restart of the service is no news. */
const OUTAGE_AFTER_MS = 15 * 60_000;

/**
 * Compares how things are with what a channel was told, and says what to do about the difference: one call to Slack at
 * most, the most urgent one. What was never told needs no recovery; a late call tells the present.
 */
export function nextCall(situation: Situation, messages: readonly ToldMessage[], nowMs: number): NextCall {
  return (
    tellAbsence(situation, messages) ??
    tellOutage(situation, messages, nowMs) ??
    (isOut(situation) ? undefined : tellNews(situation, messages, nowMs)) ??
    tellChanges(situation, messages, nowMs) ??
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

/** While the service cannot be asked no account is news: nobody knows. What was told before is kept as it is known. */
const isOut = ({ outage }: Situation) => outage !== undefined && outage.overAtMs === undefined;

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
  const toldLevels = new Map(
    messages
      .filter(isAlert)
      .flatMap(({ told }) => told.rows.map((row) => [row.incidentId, row.level] as const)),
  );
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
    const others = last.told.rows.filter((row) => !news.some(({ id }) => id === row.incidentId));
    const told = { ...last.told, accountCount, rows: [...others, ...rows] };
    return { kind: 'edit', reason: 'new-bad', message: last, told };
  }
  const isFirst = !messages.filter(isAlert).some(({ told }) => told.rows.some(isOpen));
  const reason = isWorseNews ? 'worse' : isFirst ? 'first' : 'new-bad';
  return { kind: 'post', reason, told: { kind: 'alert', rows, accountCount } };
}

/** So much is told already that nobody needs one more notification of it. */
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
  const newestWith = new Map(
    messages.filter(isAlert).flatMap(({ id, told }) => told.rows.map((row) => [row.incidentId, id] as const)),
  );
  for (const message of messages.filter(isAlert)) {
    const rows = message.told.rows.map((row): ToldRow => {
      const isMoved = newestWith.get(row.incidentId) !== message.id;
      if (isMoved && !isDone(row)) return { ...row, ended: 'moved' };
      return presentRow(row, incidents, nowMs);
    });
    const { recoveredSinceMs = nowMs, ...told } = message.told;
    const isRecovered = rows.some(hasUntoldRecovery);
    if (message.isOutdated || rows.some((row, index) => !isSameRow(row, message.told.rows[index]))) {
      const reason = isRecovered ? 'recovered' : 'changed';
      return {
        kind: 'edit',
        reason,
        message,
        told: { ...told, rows, ...(isRecovered && { recoveredSinceMs }) },
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

/** What a line says now, as long as it says anything. */
function presentRow(row: ToldRow, incidents: readonly ChannelIncident[], nowMs: number): ToldRow {
  if (isDone(row)) return row;
  const incident = incidents.find(({ id }) => id === row.incidentId);
  if (incident === undefined) return { ...row, ended: 'not-watched' };
  const { level, resolvedAtMs, tellFromMs } = incident;
  // That it became worse is news, and no mere change.
  const isNews = resolvedAtMs === undefined && tellFromMs !== undefined && isWorse(level, row.level);
  return rowOf(isNews ? { ...incident, level: row.level } : incident, nowMs);
}

/**
 * What to say where nobody knows whether Slack has a post: the same, as it is by now. What is fine again is said with it
 * and needs no line of its own.
 */
export function presentTold(told: Told, { incidents, outage }: Situation, nowMs: number): Told {
  switch (told.kind) {
    case 'alert': {
      const { recoveredSinceMs: _said, ...alert } = told;
      const rows = told.rows.map((row) => withToldRecovery(presentRow(row, incidents, nowMs)));
      return { ...alert, rows };
    }
    case 'outage': {
      const isOver = outage?.sinceMs !== told.sinceMs || outage.overAtMs !== undefined;
      const overAtMs = outage?.sinceMs === told.sinceMs ? outage.overAtMs : nowMs;
      return { ...told, ...(isOver && overAtMs !== undefined && { overAtMs, isRecoveryTold: true }) };
    }
    case 'absence':
      return told;
    default:
      throw new Error(`unknown message: ${JSON.stringify(told satisfies never)}`);
  }
}

/** The next moment at which something becomes due by itself. */
function waitFor(situation: Situation, messages: readonly ToldMessage[], nowMs: number): NextCall {
  const { incidents, outage } = situation;
  const alerts = messages.filter(isAlert);
  const toldIds = new Set(alerts.flatMap(({ told }) => told.rows.map(({ incidentId }) => incidentId)));
  const open = incidents.filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
  const moments = [
    ...open.flatMap(({ id, owner }) => (toldIds.has(id) && owner ? [owner.untilMs] : [])),
    ...alerts.flatMap(({ told: { recoveredSinceMs } }) =>
      recoveredSinceMs === undefined ? [] : [recoveredSinceMs + GROUP_WAIT_MS],
    ),
    ...(isOut(situation) && outage
      ? [outage.sinceMs + OUTAGE_AFTER_MS]
      : open.flatMap(({ tellFromMs }) => tellFromMs ?? [])),
  ].filter((atMs) => atMs > nowMs);
  return moments.length === 0 ? { kind: 'wait' } : { kind: 'wait', untilMs: Math.min(...moments) };
}

function rowOf(incident: ChannelIncident, nowMs: number): ToldRow {
  const { id: incidentId, level, resolvedAtMs } = incident;
  const ownerId = ownerAt(incident, nowMs);
  return {
    incidentId,
    level,
    ...(ownerId !== undefined && { ownerId }),
    ...(resolvedAtMs !== undefined && { resolvedAtMs }),
  };
}

const isOpen = ({ resolvedAtMs, ended }: ToldRow) => resolvedAtMs === undefined && ended === undefined;

/** Whether a message has nothing more to say, whatever happens. */
export function isOver(told: Told): boolean {
  switch (told.kind) {
    case 'alert':
      return told.rows.every(isDone);
    case 'outage':
      return told.isRecoveryTold === true;
    case 'absence':
      return true;
    default:
      throw new Error(`unknown message: ${JSON.stringify(told satisfies never)}`);
  }
}

/** Whether a line says nothing new any more. */
const isDone = ({ ended, isRecoveryTold }: ToldRow) => ended !== undefined || isRecoveryTold === true;

const withToldRecovery = (row: ToldRow): ToldRow =>
  hasUntoldRecovery(row) ? { ...row, isRecoveryTold: true } : row;

const hasUntoldRecovery = ({ resolvedAtMs, ended, isRecoveryTold }: ToldRow) =>
  resolvedAtMs !== undefined && ended === undefined && !isRecoveryTold;

const isSameRow = (one: ToldRow, other: ToldRow | undefined) =>
  one.level === other?.level &&
  one.ownerId === other.ownerId &&
  one.resolvedAtMs === other.resolvedAtMs &&
  one.ended === other.ended;
