import { join } from 'node:path';

/**
 * Earlier versions whose databases are stored here, by commit and the time at which they ended. The code of that commit ran
 * for some simulated days with the sandbox's Slack and service, once with SQLite and once with PostgreSQL.
 */
export const STORED_VERSIONS = {
  '1.0.0': { commit: 'a508b76', endedAtMs: Date.UTC(2026, 4, 4, 12, 10) },
  '1.9.0': { commit: 'ae7a420', endedAtMs: Date.UTC(2026, 4, 6, 6, 50) },
  '2.0.0-alpha': { commit: '7f170d4e', endedAtMs: Date.UTC(2026, 4, 7, 6, 50) },
} as const;

export type StoredVersion = keyof typeof STORED_VERSIONS;

export const storedFile = (version: StoredVersion, ending: 'db.gz' | 'sql' | 'messages.json') =>
  join(import.meta.dirname, `${version}.${ending}`);

/** A message that this version posted and still tracked at its end. */
export interface StoredMessage {
  readonly channel: string;
  readonly ts: string;
  readonly text: string;
  readonly blocks: readonly unknown[];
}
