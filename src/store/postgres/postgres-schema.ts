/** Everything of ours in a PostgreSQL database, so that it may be shared with others, and dropped as a whole. */
export const POSTGRES_SCHEMA = 'backup_status';
