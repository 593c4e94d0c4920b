import { within } from '../async.ts';
import type { FailingLookups } from '../domain/check-up.ts';
import { LATE_AFTER_MS, type WatchFigures, type WatchStore } from '../domain/watch/watch-store.ts';

/** What the parts say of themselves. Those that are not made yet are absent. */
export interface Health {
  readonly phase: 'starting' | 'running' | 'stopping';
  readonly transport: 'socket' | 'http';
  readonly slack?: {
    /** Open connections from Slack: sockets, or 1 while signed HTTP is listened for. */
    connections(): number;
    /** Slack's word while it refuses the bot token. */
    tokenRefusal(): string | undefined;
  };
  readonly service?: {
    readonly hasToken: boolean;
    /** When it last gave an account or said that there is none, epoch milliseconds; absent before the first. */
    readonly answeredAtMs?: number;
    /** Absent when the last look-up was answered, and before the first. */
    readonly failing?: Pick<FailingLookups, 'sinceMs' | 'reason'>;
  };
  /** Reject when the database does not answer; may hang. */
  readonly store?: {
    ping(): Promise<void>;
    readonly watchStore: Pick<WatchStore, 'figures' | 'readStates'>;
  };
  readonly nowMs: number;
}

/** One part that the bot needs; `why` is our own text, never an error message. */
interface PartState {
  readonly ok: boolean;
  readonly why: string;
}

/** As `/readyz` shows it. */
export interface Readiness {
  /**
   * Whether people can be told anything. The service, the database and the watches are no part of it: without them the bot
   * still answers, and a load balancer that took every replica away would take the only one who can say so.
   */
  readonly ready: boolean;
  readonly parts: Readonly<Record<'process' | 'slack' | 'service' | 'database' | 'watch', PartState>>;
}

/** A service that has answered this recently counts as available, with or without a token. */
const ANSWERED_LATELY_MS = 5 * 60_000;
const DATABASE_WITHIN_MS = 1_000;

const ok = (why: string): PartState => ({ ok: true, why });
const failed = (why: string): PartState => ({ ok: false, why });

/** Looks at every part, within about a second. Never rejects. */
export async function checkReadiness(health: Health): Promise<Readiness> {
  const { phase, store, nowMs } = health;
  const [database, watch] = await Promise.all([
    inTime(store?.ping().then(() => ok('answers'))),
    inTime(store?.watchStore.figures(nowMs).then(watchState)),
  ]);
  const parts = {
    process: phase === 'running' ? ok('running') : failed(phase),
    slack: slackState(health),
    service: serviceState(health),
    database,
    watch,
  };
  return { ready: parts.process.ok && parts.slack.ok, parts };
}

/** The store's own lines in the log say why. */
async function inTime(asked: Promise<PartState> | undefined): Promise<PartState> {
  if (asked === undefined) return failed('not open');
  const answered = asked.catch(() => failed('the database does not answer'));
  return (await within(answered, DATABASE_WITHIN_MS))?.value ?? failed('the database did not answer in time');
}

function slackState({ transport, slack }: Health): PartState {
  const refusal = slack?.tokenRefusal();
  const open = slack?.connections() ?? 0;
  if (refusal !== undefined) return failed(`Slack refuses the bot token: ${refusal}`);
  if (transport === 'http') return open > 0 ? ok('listening for signed HTTP') : failed('not listening');
  return open > 0 ? ok(`${open} sockets connected`) : failed('no socket connected');
}

function serviceState({ service, nowMs }: Health): PartState {
  const { failing, hasToken, answeredAtMs = 0 } = service ?? { hasToken: false };
  if (failing)
    return failed(`look-ups fail since ${new Date(failing.sinceMs).toISOString()}: ${failing.reason}`);
  if (hasToken) return ok('token in hand');
  return nowMs - answeredAtMs < ANSWERED_LATELY_MS
    ? ok('no token, but it answered in the last minutes')
    : failed('no token, and no answer lately');
}

function watchState({ accounts, brokenChannels, lateMs, outageSinceMs }: WatchFigures): PartState {
  if (lateMs > LATE_AFTER_MS)
    return failed(`something has been due for ${Math.round(lateMs / 60_000)} minutes`);
  if (accounts === 0) return ok('nothing is watched');
  const broken = brokenChannels > 0 ? `, ${brokenChannels} channels take no alerts` : '';
  const outage = outageSinceMs === undefined ? '' : ', the service cannot be asked';
  return ok(`${accounts} accounts watched${outage}${broken}`);
}
