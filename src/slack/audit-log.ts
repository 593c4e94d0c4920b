import type { Logger } from 'pino';
import type { LookupOutcome } from '../account/outcome.ts';
import { idInLog } from '../lookup/last-answers.ts';
import type { CommandProblem } from '../words/en/failures.ts';
import type { AuthorizedUser } from './access.ts';
import type { WatchWord } from './lookup/input.ts';

/** How an answer went out: with the ack, after it, or not at all: too late for Slack, or a Home that Slack refused. */
export type Delivery = 'inline' | 'deferred' | 'expired' | 'refused';

export interface AuditEntry {
  readonly by: 'command' | 'refresh' | 'share' | 'details' | 'open' | 'home' | 'shortcut';
  /** Why no account was looked up: help or a check-up was asked for, or the command could not be read. */
  readonly reply?: 'help' | 'doctor' | CommandProblem['kind'];
  /** Who can read the answer. Absent: only the person. */
  readonly audience?: 'private' | 'channel';
  readonly outcomes: readonly LookupOutcome[];
  readonly delivery: Delivery;
}

/** The result of a request, for its audit line. */
export type Answered = Omit<AuditEntry, 'by'>;

type Request = AuthorizedUser & { readonly channelId?: string };

const requestOf = ({ person: { userId, teamId }, stopwatch, channelId }: Request) => ({
  ...{ audit: true, userId, teamId, channelId },
  durationMs: stopwatch.elapsedMs(),
});

/** The audit line: who asked for which account, from where, and the result. Contains no data of the account. */
export function logAudit(
  log: Logger,
  request: Request,
  { outcomes, audience = 'private', ...entry }: AuditEntry,
): void {
  const accounts = outcomes.map((outcome) => ({ id: idInLog(outcome), outcome: outcome.kind }));
  log.info({ ...requestOf(request), ...entry, audience, accounts }, 'answered');
}

interface WatchAuditEntry {
  /** The word of the command that does it, or what was pressed. `action` and `submission`: the store has failed. */
  readonly by: WatchWord['kind'] | Pressed;
  readonly result: string;
  readonly accountIds?: readonly string[];
}

type Pressed =
  | 'accounts'
  | 'alert'
  | 'acknowledge'
  | 'snooze'
  | 'test-alert'
  | 'release'
  | 'tell-when-fine'
  | 'hand-over'
  | 'action'
  | 'submission';

/** The audit line of what somebody did to watches. */
export function logWatchAudit(log: Logger, request: Request, { accountIds = [], ...entry }: WatchAuditEntry) {
  log.info({ ...requestOf(request), ...entry, accounts: accountIds.map((id) => ({ id })) }, 'watches');
}
