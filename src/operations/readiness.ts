import type { CheckUp } from '../lookup/check-up.ts';
import type { Store } from '../store/create-store.ts';
import { LATE_AFTER_MS } from '../watch/watch-store.ts';

/** What the parts say of themselves, and what they are asked by. A part is absent until it is made. */
export interface Health {
  readonly phase: 'starting' | 'running' | 'stopping';
  readonly transport: 'socket' | 'http';
  readonly slack?: {
    /** Open connections from Slack: sockets, or 1 while signed HTTP is listened for. */
    connections(): number;
    /** Slack's word while it refuses the bot token. */
    tokenRefusal(): string | undefined;
  };
  checkUp?(options: { readonly budgetMs: number; readonly signsIn: false }): Promise<CheckUp>;
  readonly watchStore?: Pick<Store['watchStore'], 'readStates'>;
  readonly nowMs: number;
}

/** One part that the bot needs; `why` is our own text, never an error message. */
interface PartState {
  readonly ok: boolean;
  readonly why: string;
}

/** A service that has answered this recently counts as available, with or without a token. */
const ANSWERED_LATELY_MS = 5 * 60_000;

const ok = (why: string): PartState => ({ ok: true, why });
const failed = (why: string): PartState => ({ ok: false, why });

/**
 * As `/readyz` shows it. `ready`: whether people can be told anything. The service, the database and the watches are no part
 * of it: without them the bot still answers, and a load balancer that took every replica away would take the only one who
 * can say so. Without a check-up these parts are not open yet.
 */
export function readinessOf(health: Health, checkUp: CheckUp | undefined) {
  const closed = failed('not open');
  const parts = {
    process: { ok: health.phase === 'running', why: health.phase },
    slack: slackState(health),
    service: checkUp ? serviceState(checkUp, health.nowMs) : closed,
    database: checkUp ? databaseState(checkUp) : closed,
    watch: checkUp ? watchState(checkUp) : closed,
  };
  return { ready: parts.process.ok && parts.slack.ok, parts };
}

function slackState({ transport, slack }: Health): PartState {
  const refusal = slack?.tokenRefusal();
  if (refusal !== undefined) return failed(`Slack refuses the bot token: ${refusal}`);
  const open = slack?.connections() ?? 0;
  if (transport === 'socket') return { ok: open > 0, why: `${open || 'no'} sockets connected` };
  return open > 0 ? ok('listening for signed HTTP') : failed('not listening');
}

function serviceState({ failing, hasToken, answeredAtMs = 0 }: CheckUp, nowMs: number): PartState {
  if (failing) return failed(`look-ups fail since ${timeOf(failing.sinceMs)}: ${failing.reason}`);
  if (hasToken) return ok('token in hand');
  return nowMs - answeredAtMs < ANSWERED_LATELY_MS
    ? ok('no token, but it answered in the last minutes')
    : failed('no token, and no answer lately');
}

const databaseState = ({ databaseDownSinceMs: sinceMs }: CheckUp): PartState =>
  sinceMs === undefined ? ok('answers') : failed(`does not answer since ${timeOf(sinceMs)}`);

function watchState({ watch }: CheckUp): PartState {
  if (watch === undefined) return failed('not known: the database does not answer');
  const { accounts, brokenChannels, lateMs, outageSinceMs } = watch;
  if (accounts === 0) return ok('nothing is watched');
  // Its accounts wait, and are late.
  if (outageSinceMs !== undefined)
    return failed(`${accounts} accounts cannot be read since ${timeOf(outageSinceMs)}`);
  if (lateMs > LATE_AFTER_MS)
    return failed(`something has been due for ${Math.round(lateMs / 60_000)} minutes`);
  const broken = brokenChannels > 0 ? `, ${brokenChannels} channels take no alerts` : '';
  return ok(`${accounts} accounts watched${broken}`);
}

const timeOf = (atMs: number) => new Date(atMs).toISOString();
