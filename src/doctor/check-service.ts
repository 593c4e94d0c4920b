import { CLOCK_AHEAD_MS } from '../domain/read-clock.ts';
import type { BackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Reach } from '../service/reach.ts';
import * as english from '../words/en.ts';
import { failed, passed, type Result, skipped, warned } from './finding.ts';
import { inClearByHttp } from './in-clear.ts';
import { serviceFailure } from './service-failure.ts';

const { duration } = english.time;

export const checkAddress = (reach: Reach, url: string): readonly Result[] => [
  reachResult(reach, new URL(url).host),
  ...inClearByHttp('BACKUP_SERVICE_URL', url, 'user name, password, token and every answer'),
];

function reachResult(reach: Reach, host: string): Result {
  switch (reach.kind) {
    case 'reached': {
      const { address, durationMs, certificateEndsAtMs: endsAtMs } = reach;
      const goodForMs = endsAtMs && endsAtMs - Date.now();
      const tls =
        goodForMs === undefined ? 'without TLS' : `TLS, certificate good for ${duration(goodForMs)}`;
      return passed(`${host} is ${address}, connected in ${durationMs} ms, ${tls}`);
    }
    case 'no-address':
      return failed(
        `there is no host ${host}: ${reach.reason}`,
        'Check BACKUP_SERVICE_URL for a slip, and the DNS of this machine.',
      );
    case 'no-connection':
      return failed(
        `no connection to ${host}: ${reach.reason}`,
        'Check host and port in BACKUP_SERVICE_URL, that the service runs, and that a firewall lets this machine through.',
      );
    case 'no-tls':
      return failed(
        `no trust in ${host}: ${reach.reason}`,
        'BACKUP_SERVICE_URL must be http:// for a service without TLS; for a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file.',
      );
    default:
      return reach satisfies never;
  }
}

/** What a login shows. */
export type SignIn = Awaited<ReturnType<BackupService['signIn']>>;

/** For each of the two questions to the service. */
export const BUDGET_MS = 20_000;

/** One login; or what is wrong with it. */
export async function trySignIn(service: BackupService): Promise<SignIn | Result> {
  try {
    return await service.signIn({ budgetMs: BUDGET_MS });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return serviceFailure(error);
  }
}

/** With a shorter lifetime nearly every look-up would have to log in. */
const SHORTEST_LIFETIME_MS = 60_000;

export function checkToken({ token }: SignIn): Result {
  const { utcOffset, expiresAtMs, lifetimeMs } = token;
  if (utcOffset === undefined) {
    return failed(
      'the login says no expiry that can be read (expiresAt: ISO 8601 with a UTC offset)',
      'Ask those who run the service. Until then the bot goes by the token itself, or logs in once a minute.',
    );
  }
  if (lifetimeMs < SHORTEST_LIFETIME_MS) {
    return failed(
      `a token lives ${duration(lifetimeMs)}: nearly every look-up has to log in`,
      'Ask those who run the service for tokens of some minutes at least.',
    );
  }
  const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  return passed(`good for ${duration(lifetimeMs)}, until ${until} UTC`);
}

export function checkClock({ token: { clockAheadMs } }: SignIn): Result {
  if (clockAheadMs === undefined) return skipped('the service sends no Date, so nothing can be compared');
  const difference = duration(Math.abs(clockAheadMs));
  if (Math.abs(clockAheadMs) < CLOCK_AHEAD_MS) {
    return passed(`the service’s and this machine’s differ by ${difference}`);
  }
  const direction = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return failed(
    `the service’s clock is ${difference} ${direction} this machine’s: ages of backups are that wrong`,
    'Set this machine’s clock by NTP; if it is right, tell those who run the service.',
  );
}

const SET_ZONE = 'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.';

export function checkZone({ zone, token }: SignIn): Result {
  switch (zone.assumedFrom) {
    case 'setting': {
      const login =
        token.utcOffset === undefined
          ? ''
          : `; the service’s sign-in answer has the offset ${token.utcOffset}`;
      return passed(`service times are read as ${zone.id}, as set${login}`);
    }
    case 'login':
      return warned(
        `service times are read as UTC${zone.id}, the offset in its sign-in answer: around a clock change they may be an hour off`,
        SET_ZONE,
      );
    case 'nothing':
      return failed('nothing says in which zone the service tells its times; read as UTC', SET_ZONE);
    default:
      return zone.assumedFrom satisfies never;
  }
}
