import type { Kysely } from 'kysely';
import type { Person, Pin } from '../domain/pins.ts';
import { personKey } from './person-key.ts';
import type { Tables } from './tables.ts';

/** Of one person, in the order of pinning; only the one with `foldedName`, when that is given. */
export async function readPins(db: Kysely<Tables>, person: Person, foldedName?: string): Promise<Pin[]> {
  const ofPerson = db
    .selectFrom('pins')
    .select(['account_id', 'name', 'pinned_at_ms'])
    .where((eb) => eb.and(personKey(person)))
    .orderBy('revision');
  const wanted = foldedName === undefined ? ofPerson : ofPerson.where('folded_name', '=', foldedName);
  const rows = await wanted.execute();
  return rows.map(({ account_id, name, pinned_at_ms }) => ({
    accountId: account_id,
    ...(name !== null && { name }),
    pinnedAtMs: pinned_at_ms,
  }));
}
