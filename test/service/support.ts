import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import {
  type ReferenceBackupService,
  type StartOptions,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import { type BackupService, createBackupService } from '../../src/service/client.ts';
import type { ServiceDeps } from '../../src/service/token-cache.ts';
import { captureLog } from '../support/capture-log.ts';
import { startServer as startBareServer } from '../support/start-server.ts';

export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** A clock that the test moves. */
export function createClock(atMs = Date.parse('2026-11-21T08:00:00Z')) {
  let nowMs = atMs;
  return {
    now: () => nowMs,
    advance: (byMs: number) => {
      nowMs += byMs;
    },
  };
}

/** The reference service, closed when the test ends. */
export async function startReference(options: StartOptions = {}): Promise<ReferenceBackupService> {
  const reference = await startBackupService(options);
  onTestFinished(() => reference.close());
  return reference;
}

/** The client of `reference`, closed when the test ends. */
export function connect(
  reference: Pick<ReferenceBackupService, 'url' | 'username' | 'password'>,
  { changed, ...options }: Partial<ServiceDeps> & { changed?: Partial<ServiceDeps['settings']> } = {},
): { service: BackupService; lines: readonly Record<string, unknown>[] } {
  const { log, lines } = captureLog();
  const settings = {
    BACKUP_SERVICE_URL: reference.url,
    BACKUP_SERVICE_USERNAME: reference.username,
    BACKUP_SERVICE_PASSWORD: reference.password,
    BACKUP_SERVICE_MAX_CONCURRENT: 8,
    ...changed,
  };
  const service = createBackupService({ settings, now: Date.now, log, ...options });
  onTestFinished(() => service.close());
  return { service, lines };
}

/** The address of a server for faults that the reference service does not have. */
export const startServer = async (listener: RequestListener): Promise<string> =>
  (await startBareServer(listener)).url;

/** A lock between replicas in one process. */
export function createLock(): NonNullable<ServiceDeps['loginLock']> {
  let last = Promise.resolve();
  return {
    async acquire() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = last;
      last = promise;
      await before;
      return resolve;
    },
  };
}
