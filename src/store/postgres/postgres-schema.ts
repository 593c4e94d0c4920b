/** Everything of ours in a PostgreSQL database, so that it may be shared with others, and dropped as a whole. */
export const POSTGRES_SCHEMA = 'backup_status';

/** In that schema; made by keyv's adapter. */
export const CACHE_TABLE = 'cache';
