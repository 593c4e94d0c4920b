import type { SignIn } from '../backup-service/inspect-service.ts';
import { thresholdMs } from '../domain/duration.ts';
import type { Threshold } from '../domain/verdict.ts';
import { english } from '../words/en.ts';
import { type Finding, failed, passed, skipped, warned } from './finding.ts';

const { duration } = english.time;

/** Shorter, and nearly every look-up would have to log in. */
const SHORTEST_LIFETIME_MS = 60_000;

export function checkToken({ token }: SignIn): Finding {
  const { serviceExpiresAtMs, expiresAtMs, lifetimeMs } = token;
  if (serviceExpiresAtMs === undefined) {
    return failed(
      'token',
      'the login says no expiry that can be read (expiresAt: ISO 8601 with a UTC offset)',
      'Ask those who run the service. Until then the bot goes by the token itself, or logs in once a minute.',
    );
  }
  if (lifetimeMs < SHORTEST_LIFETIME_MS) {
    return failed(
      'token',
      `a token lives ${duration(lifetimeMs)}: nearly every look-up has to log in`,
      'Ask those who run the service for tokens of some minutes at least.',
    );
  }
  return passed('token', `good for ${duration(lifetimeMs)}, until ${shown(expiresAtMs)}`);
}

const shown = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function checkClock({ clockAheadMs }: SignIn, limit: Threshold): Finding {
  if (clockAheadMs === undefined)
    return skipped('clock', 'the service sends no Date, so nothing can be compared');
  const differenceMs = Math.abs(clockAheadMs);
  if (differenceMs < thresholdMs(limit)) {
    return passed('clock', `the service’s and this machine’s differ by ${duration(differenceMs)}`);
  }
  const direction = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return failed(
    'clock',
    `the service’s clock is ${duration(differenceMs)} ${direction} this machine’s: ages of backups are that wrong`,
    'Set this machine’s clock by NTP; if it is right, tell those who run the service.',
  );
}

export function checkZone({ zone, token }: SignIn): Finding {
  switch (zone.assumedFrom) {
    case 'setting': {
      const login = token.utcOffset === undefined ? '' : `; the login’s own offset is ${token.utcOffset}`;
      return passed('time zone', `service times are read as ${zone.id}, as set${login}`);
    }
    case 'login':
      return warned(
        'time zone',
        `service times are read as UTC${zone.id}, the offset of the login: around a change of clocks they may be an hour off`,
        'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.',
      );
    case 'nothing':
      return failed(
        'time zone',
        'nothing says in which zone the service tells its times; read as UTC',
        'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.',
      );
    default:
      return zone.assumedFrom satisfies never;
  }
}
