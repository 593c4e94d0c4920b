import { within } from '../async.ts';
import type { FailingLookups } from '../domain/check-up.ts';
import type { BreakerState } from '../domain/events.ts';
import { LATE_AFTER_MS, type WatchFigures } from '../domain/watch/watch-store.ts';

/** One part that the bot needs; `why` is our own text, never an error message. */
export interface PartState {
  readonly isOk: boolean;
  readonly why: string;
}

/** Everything that a full answer needs, by name. */
export interface Readiness {
  /**
   * Whether people can be told anything. The service, the database and the watches are no part of it: without them the bot
   * still answers, and a load balancer that took every replica away would take the only one who can say so.
   */
  readonly isReady: boolean;
  readonly parts: Readonly<Record<'process' | 'slack' | 'service' | 'database' | 'watch', PartState>>;
}

/** What the parts say of themselves. */
export interface Health {
  readonly phase: 'starting' | 'running' | 'stopping';
  readonly transport: 'socket' | 'http';
  /** Open connections from Slack: sockets, or 1 while signed HTTP is listened for. */
  readonly slackConnections: number;
  /** Slack's word while it refuses the bot token. Absent until Slack was asked. */
  readonly slackTokenRefusal: (() => string | undefined) | undefined;
  readonly hasToken: boolean;
  /** Milliseconds since the service last gave an account or said that there is none; absent before the first. */
  readonly serviceAnsweredAgoMs: number | undefined;
  /** Absent when the last look-up was answered, and before the first. */
  readonly failing: Pick<FailingLookups, 'sinceMs' | 'reason'> | undefined;
  /** What the next look-up will meet. */
  readonly breaker: BreakerState;
  /** Rejects when the database does not answer; may hang. Absent until it is open. */
  readonly pingDatabase: (() => Promise<void>) | undefined;
  /** The same. */
  readonly watchFigures: (() => Promise<WatchFigures>) | undefined;
}

/** A service that has answered this recently counts as available, with or without a token. */
const ANSWERED_LATELY_MS = 5 * 60_000;
const PING_WITHIN_MS = 1_000;

const ok = (why: string): PartState => ({ isOk: true, why });
const failed = (why: string): PartState => ({ isOk: false, why });

/** Looks at every part, within about a second. Never rejects. */
export async function checkReadiness(health: Health): Promise<Readiness> {
  const [database, watch] = await Promise.all([databaseState(health), watchState(health)]);
  const parts = {
    process: health.phase === 'running' ? ok('running') : failed(health.phase),
    slack: slackState(health),
    service: serviceState(health),
    database,
    watch,
  };
  return { isReady: parts.process.isOk && parts.slack.isOk, parts };
}

function slackState({ transport, slackConnections: open, slackTokenRefusal }: Health): PartState {
  const refusal = slackTokenRefusal?.();
  if (refusal !== undefined) return failed(`Slack refuses the bot token: ${refusal}`);
  if (transport === 'http') return open > 0 ? ok('listening for signed HTTP') : failed('not listening');
  return open > 0 ? ok(`${open} sockets connected`) : failed('no socket connected');
}

function serviceState({ failing, hasToken, serviceAnsweredAgoMs: agoMs }: Health): PartState {
  if (failing !== undefined) {
    return failed(`look-ups fail since ${new Date(failing.sinceMs).toISOString()}: ${failing.reason}`);
  }
  if (hasToken) return ok('token in hand');
  const isLately = agoMs !== undefined && agoMs < ANSWERED_LATELY_MS;
  return isLately
    ? ok('no token, but it answered in the last minutes')
    : failed('no token, and no answer lately');
}

async function databaseState({ pingDatabase }: Health): Promise<PartState> {
  if (pingDatabase === undefined) return failed('not open');
  const pinged = pingDatabase().then(
    () => ok('answers'),
    () => failed('does not answer'), // The store's own lines in the log say why.
  );
  return (await within(pinged, PING_WITHIN_MS))?.value ?? failed('no answer in time');
}

async function watchState({ watchFigures }: Health): Promise<PartState> {
  if (watchFigures === undefined) return failed('not open');
  const read = watchFigures().then(ofFigures, () => failed('not known: the database does not answer'));
  return (
    (await within(read, PING_WITHIN_MS))?.value ?? failed('not known: the database did not answer in time')
  );
}

function ofFigures({ accounts, brokenChannels, lateMs, outageSinceMs }: WatchFigures): PartState {
  if (lateMs > LATE_AFTER_MS)
    return failed(`something has been due for ${Math.round(lateMs / 60_000)} minutes`);
  if (accounts === 0) return ok('nothing is watched');
  const broken = brokenChannels > 0 ? `, ${brokenChannels} channels take no alerts` : '';
  const outage = outageSinceMs === undefined ? '' : ', the service cannot be asked';
  return ok(`${accounts} accounts watched${outage}${broken}`);
}
