import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import type { Logger } from 'pino';
import { StoreError } from '../store-error.ts';

/** Everything of ours in a PostgreSQL database, so that it may be shared with others, and dropped as a whole. */
export const POSTGRES_SCHEMA = 'backup_status';

export interface PostgresPoolDeps {
  /** TLS as it says: `?sslmode=verify-full`, `no-verify`, `disable`. */
  readonly url: string;
  /** Default 2,000. */
  readonly statementTimeoutMs?: number;
  readonly log: Logger;
}

/**
 * Two pools a replica (store and caches), and one more connection while it logs in: ten replicas stay under PostgreSQL's
 * own limit of 100.
 */
const MAX_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 2_000;
/** Added for a server that says nothing at all; one that lives cancels the statement by itself before. */
const SILENCE_MS = 500;

/** Connects when first used. Waiting for a free connection, connecting and every statement are all bounded in time. */
export function createPostgresPool({ url, statementTimeoutMs = 2_000, log }: PostgresPoolDeps): pg.Pool {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds, all far below 2^53; pg would make strings of them.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    // A replica that froze half-way must not keep its locks.
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'backup-status',
  });
  // Without these listeners a server that goes away would end the process.
  // A connection outlives the request that opened it: its end is not logged as that one's.
  const warn = AsyncResource.bind((error: Error) => {
    log.warn({ reason: reasonOf(error) }, 'an idle database connection was lost');
  });
  pool.on('error', warn);
  pool.on('connect', (client) => {
    // Nobody else listens while the client is checked out. Its user finds out at the next statement.
    client.on('error', (error) => log.debug({ reason: reasonOf(error) }, 'a database connection failed'));
  });
  return pool;
}

const reasonOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;

/**
 * What the pool or one of its connections threw: errors of the server as they are, everything else as a StoreError
 * `unavailable`. Most of that has no code: refused TLS, no free connection in time, no answer in time, a closed pool.
 */
export const postgresErrorOf = (error: unknown): pg.DatabaseError | StoreError =>
  error instanceof pg.DatabaseError
    ? error
    : new StoreError('unavailable', 'PostgreSQL cannot be reached or does not answer', { cause: error });
