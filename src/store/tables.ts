import type { Person } from '../domain/pins.ts';

/** Rows as both databases keep them; times are epoch milliseconds. `migrations.ts` makes the tables. */
export interface Tables {
  /** Kysely's own: the migrations that the database has had. */
  readonly kysely_migration: { name: string; timestamp: string };
  /** What 1.0.0 reads in place of it. */
  readonly migrations: { version: number; applied_at_ms: number };
  /** A row for each person who ever wrote: what a writer locks, so that one person's writes never interleave. */
  readonly people: PersonRow;
  readonly pins: PinRow;
  readonly recents: RecentRow;
}

interface PersonRow {
  team_id: string;
  user_id: string;
  /** Goes up by one with every write of this person; orders rows without trusting clocks. */
  revision: number;
}

interface PinRow {
  team_id: string;
  user_id: string;
  account_id: string;
  name: string | null;
  /** `name` as it is compared; unique for a person. */
  folded_name: string | null;
  revision: number;
  pinned_at_ms: number;
}

interface RecentRow {
  team_id: string;
  user_id: string;
  account_id: string;
  revision: number;
  asked_at_ms: number;
}

/** The person's part of every key. The same user id in another team is another person. */
export const personKey = ({ teamId, userId }: Person) => ({ team_id: teamId, user_id: userId });
