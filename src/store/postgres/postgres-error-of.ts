import pg from 'pg';
import { StoreError } from '../errors/store-error.ts';

/**
 * What the pool or one of its connections threw: errors of the server as they are, everything else as a StoreError
 * `unavailable`. Most of that has no code: refused TLS, no free connection in time, no answer in time, a closed pool.
 */
export const postgresErrorOf = (error: unknown): pg.DatabaseError | StoreError =>
  error instanceof pg.DatabaseError
    ? error
    : new StoreError({
        code: 'unavailable',
        message: 'PostgreSQL cannot be reached or does not answer',
        cause: error,
      });
