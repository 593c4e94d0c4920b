import type { Logger } from 'pino';
import { parseDatabaseUrl } from './parse-database-url.ts';
import type { LoginLock } from './postgres/create-login-lock.ts';

/** The lock by which replicas on one PostgreSQL log in one at a time; undefined with SQLite, which has no replicas. */
export async function openLoginLock(deps: {
  readonly databaseUrl: string;
  readonly log: Logger;
}): Promise<LoginLock | undefined> {
  const address = parseDatabaseUrl(deps.databaseUrl);
  if (address.kind === 'sqlite') return undefined;
  // As for the database itself: the driver is for those who use it.
  const { createLoginLock } = await import('./postgres/create-login-lock.ts');
  return createLoginLock({ url: address.url, log: deps.log });
}
