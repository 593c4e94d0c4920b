import type { VerdictLevel } from '../account/verdict.ts';
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

/** Whether the service cannot be asked now. */
export const isGoingOn = (outage: SourceOutage | undefined): outage is SourceOutage =>
  outage !== undefined && outage.overAtMs === undefined;

/** A time in which nobody was watching, because the app did not run. */
export interface Absence {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A channel that takes nothing, though accounts are watched there. */
export interface BrokenChannel {
  readonly channelId: string;
  /** Slack's word. */
  readonly reason: string;
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
  /** Those in which this person began to watch. */
  readonly broken: readonly BrokenChannel[];
  /** The one that comes next, or is due now. */
  readonly summary?: DueSummary;
}

/** A summary of what is watched in a channel. */
export interface DueSummary {
  readonly dueAtMs: number;
  /** The zone of its schedule. */
  readonly zone: string;
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

/** Somebody has stopped what was watched in a channel, or its summary; or its accounts were retired. */
export interface StoppedHere {
  readonly kind: 'stopped';
  /** Absent: nobody did it there, the accounts are off the list. */
  readonly userId?: string | undefined;
  readonly what: 'accounts' | 'retired' | 'pattern' | 'summary';
  /** The accounts, or the pattern; none for a summary. */
  readonly ids: readonly string[];
  /** Of retired accounts, in the order of `ids`: the list knows them no more. Null: it had none. */
  readonly names?: readonly (string | null)[] | undefined;
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
  | ({ readonly kind: 'absence' } & Absence)
  /** `isOver`: the channel takes messages again, or nothing of theirs is watched there. */
  | ({ readonly kind: 'broken'; readonly isOver?: true } & BrokenChannel)
  | StoppedHere
  /** Describes one moment and is never edited. */
  | ({ readonly kind: 'summary'; readonly atMs: number } & DueSummary);

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
  /** Slack may show an older version: a process that was frozen has edited it late. */
  readonly isOutdated?: true;
}

/** Found by their ids: of thousands a message may name all. */
export type IncidentsById = ReadonlyMap<string, ChannelIncident>;

export const incidentsById = (incidents: readonly ChannelIncident[]): IncidentsById =>
  new Map(incidents.map((incident) => [incident.id, incident]));

/** What a line says now, as long as it says anything. */
export function presentRow(row: ToldRow, incidents: IncidentsById, nowMs: number): ToldRow {
  if (isDone(row)) return row;
  const incident = incidents.get(row.incidentId);
  if (incident === undefined) return { ...row, ended: 'not-watched' };
  const { level, resolvedAtMs, tellFromMs } = incident;
  // Getting worse is news, not a mere change.
  const isNews = resolvedAtMs === undefined && tellFromMs !== undefined && isWorse(level, row.level);
  return rowOf(isNews ? { ...incident, level: row.level } : incident, nowMs);
}

/**
 * What to say where nobody knows whether Slack has a post: the same, as it is by now. What is fine again is said with it
 * and needs no line of its own.
 */
export function presentTold(told: Told, { incidents, outage, broken }: Situation, nowMs: number): Told {
  switch (told.kind) {
    case 'alert': {
      const { recoveredSinceMs: _said, ...alert } = told;
      const byId = incidentsById(incidents);
      const rows = told.rows.map((row) => withToldRecovery(presentRow(row, byId, nowMs)));
      return { ...alert, rows };
    }
    case 'outage': {
      const isOver = outage?.sinceMs !== told.sinceMs || outage.overAtMs !== undefined;
      const overAtMs = outage?.sinceMs === told.sinceMs ? outage.overAtMs : nowMs;
      return isOver && overAtMs !== undefined ? { ...told, overAtMs, isRecoveryTold: true } : told;
    }
    case 'absence':
    case 'stopped':
      return told;
    case 'broken':
      return broken.some(({ channelId }) => channelId === told.channelId) ? told : { ...told, isOver: true };
    case 'summary':
      return { ...told, atMs: nowMs };
    default:
      throw new Error(`unknown message: ${JSON.stringify(told satisfies never)}`);
  }
}

/** What a line says of an incident at a moment. */
export function rowOf(incident: ChannelIncident, nowMs: number): ToldRow {
  const { id: incidentId, level, resolvedAtMs } = incident;
  const ownerId = ownerAt(incident, nowMs);
  return { incidentId, level, ownerId, resolvedAtMs };
}

/** Whether a line is about something that is not over. */
export const isOpen = ({ resolvedAtMs, ended }: ToldRow) => resolvedAtMs === undefined && ended === undefined;

/** Whether a message has nothing more to say, whatever happens. */
export function isOver(told: Told): boolean {
  switch (told.kind) {
    case 'alert':
      return told.rows.every(isDone);
    case 'outage':
      return told.isRecoveryTold === true;
    case 'absence':
    case 'stopped':
    case 'summary':
      return true;
    case 'broken':
      return told.isOver === true;
    default:
      throw new Error(`unknown message: ${JSON.stringify(told satisfies never)}`);
  }
}

/** Whether a line says nothing new any more. */
export const isDone = ({ ended, isRecoveryTold }: ToldRow) => ended !== undefined || isRecoveryTold === true;

/** The same line once its recovery has its line in the thread. */
export const withToldRecovery = (row: ToldRow): ToldRow =>
  hasUntoldRecovery(row) ? { ...row, isRecoveryTold: true } : row;

/** Whether a line names a recovery that has no line in the thread yet. */
export const hasUntoldRecovery = ({ resolvedAtMs, ended, isRecoveryTold }: ToldRow) =>
  resolvedAtMs !== undefined && ended === undefined && !isRecoveryTold;

/** Whether Slack shows two lines alike. */
export const isSameRow = (one: ToldRow, other: ToldRow | undefined) =>
  one.level === other?.level &&
  one.ownerId === other.ownerId &&
  one.resolvedAtMs === other.resolvedAtMs &&
  one.ended === other.ended;
