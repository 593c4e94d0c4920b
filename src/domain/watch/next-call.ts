import type { VerdictLevel } from '../verdict.ts';
import { type Incident, ownerAt } from './incident.ts';
import { isWorse } from './observe-reading.ts';

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
  | { readonly kind: 'alert'; readonly rows: readonly ToldRow[]; readonly accountCount: number }
  | ({
      readonly kind: 'outage';
      readonly accountCount: number;
      readonly isRecoveryTold?: true;
    } & SourceOutage)
  | ({ readonly kind: 'absence' } & Absence);

/** A message to a channel, as Slack has it. */
export interface ToldMessage {
  readonly id: string;
  readonly postedAtMs: number;
  /** Slack's name for it in its channel. */
  readonly ts: string;
  /** The channel as Slack names it: another one than the person who is told in a direct message. */
  readonly postedIn: string;
  readonly told: Told;
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
    tellNews(situation, messages, nowMs) ??
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

/** While the service cannot be asked nothing is said of accounts: nobody knows. */
function tellOutage(
  { outage, accountCount }: Situation,
  messages: readonly ToldMessage[],
  nowMs: number,
): NextCall | undefined {
  if (outage === undefined) return undefined;
  const { sinceMs, overAtMs } = outage;
  const message = messages.filter(isOutage).find(({ told }) => told.sinceMs === sinceMs);
  if (overAtMs === undefined) {
    if (message !== undefined) return { kind: 'wait' };
    const tellAtMs = sinceMs + OUTAGE_AFTER_MS;
    if (nowMs < tellAtMs) return { kind: 'wait', untilMs: tellAtMs };
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
  const news = incidents.filter((incident) => {
    const { id, level, resolvedAtMs, tellFromMs } = incident;
    const toldLevel = toldLevels.get(id);
    const isDue = resolvedAtMs === undefined && tellFromMs !== undefined && tellFromMs <= nowMs;
    return isDue && (toldLevel === undefined || isWorse(level, toldLevel));
  });
  if (news.length === 0) return undefined;
  const rows = news.map((incident) => rowOf(incident, nowMs));
  const isWorseNews = news.some(({ id }) => toldLevels.has(id));
  const last = messages.findLast(isAlert);
  const canJoin =
    !isWorseNews &&
    last !== undefined &&
    nowMs - last.postedAtMs < JOIN_WITHIN_MS &&
    last.told.rows.length + rows.length <= JOIN_AT_MOST &&
    last.told.rows.some(({ resolvedAtMs }) => resolvedAtMs === undefined) &&
    last.told.rows.every(({ ownerId }) => ownerId === undefined);
  if (canJoin) {
    const told = { ...last.told, accountCount, rows: [...last.told.rows, ...rows] };
    return { kind: 'edit', reason: 'new-bad', message: last, told };
  }
  const isFirst = !messages.filter(isAlert).some(({ told }) => told.rows.some(isOpen));
  const reason = isWorseNews ? 'worse' : isFirst ? 'first' : 'new-bad';
  return { kind: 'post', reason, told: { kind: 'alert', rows, accountCount } };
}

/** Messages that no longer say how things are, and recoveries that have no line in their thread yet. */
function tellChanges(
  { incidents }: Situation,
  messages: readonly ToldMessage[],
  nowMs: number,
): NextCall | undefined {
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  const newestWith = new Map(
    messages.filter(isAlert).flatMap(({ id, told }) => told.rows.map((row) => [row.incidentId, id] as const)),
  );
  for (const message of messages.filter(isAlert)) {
    const rows = message.told.rows.map((row): ToldRow => {
      const incident = byId.get(row.incidentId);
      if (row.ended !== undefined || row.isRecoveryTold) return row;
      if (newestWith.get(row.incidentId) !== message.id) return { ...row, ended: 'moved' };
      if (incident === undefined) return { ...row, ended: 'not-watched' };
      return rowOf(incident, nowMs);
    });
    if (rows.some((row, index) => !isSameRow(row, message.told.rows[index]))) {
      const reason = rows.some(hasUntoldRecovery) ? 'recovered' : 'changed';
      return { kind: 'edit', reason, message, told: { ...message.told, rows } };
    }
    if (rows.some(hasUntoldRecovery)) {
      const told = rows.map((row) =>
        hasUntoldRecovery(row) ? { ...row, isRecoveryTold: true as const } : row,
      );
      return { kind: 'reply', reason: 'recovered', message, told: { ...message.told, rows: told } };
    }
  }
  return undefined;
}

/** The next moment at which something becomes due by itself. */
function waitFor({ incidents }: Situation, messages: readonly ToldMessage[], nowMs: number): NextCall {
  const toldIds = new Set(
    messages.filter(isAlert).flatMap(({ told }) => told.rows.map(({ incidentId }) => incidentId)),
  );
  const moments = incidents
    .filter(({ resolvedAtMs }) => resolvedAtMs === undefined)
    .flatMap(({ id, tellFromMs, owner }) => [tellFromMs ?? 0, toldIds.has(id) ? (owner?.untilMs ?? 0) : 0])
    .filter((atMs) => atMs > nowMs);
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
      return told.rows.every(({ ended, isRecoveryTold }) => ended !== undefined || isRecoveryTold);
    case 'outage':
      return told.isRecoveryTold === true;
    case 'absence':
      return true;
    default:
      throw new Error(`unknown message: ${JSON.stringify(told satisfies never)}`);
  }
}

const hasUntoldRecovery = ({ resolvedAtMs, ended, isRecoveryTold }: ToldRow) =>
  resolvedAtMs !== undefined && ended === undefined && !isRecoveryTold;

const isSameRow = (one: ToldRow, other: ToldRow | undefined) =>
  one.level === other?.level &&
  one.ownerId === other.ownerId &&
  one.resolvedAtMs === other.resolvedAtMs &&
  one.ended === other.ended;
