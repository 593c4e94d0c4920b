import type { CompiledQuery } from 'kysely';
import type { Person, Pin } from '../../domain/pins.ts';
import { type Db, personKey, type Tables } from '../tables.ts';

/** Of one person, in the order of pinning. */
export type ReadPins = (db: Db, person: Person) => Promise<Pin[]>;

/** Every answer asks for them: what Kysely makes of the query is kept, as making it takes longer than running it. */
export function createReadPins(): ReadPins {
  let compiled: CompiledQuery<PinColumns> | undefined;
  return async (db, { teamId, userId }) => {
    compiled ??= pinsOf(db, { teamId, userId }).compile();
    const { rows } = await db.executeQuery<PinColumns>({ ...compiled, parameters: [teamId, userId] });
    return rows.map(toPin);
  };
}

/** The one of a person's pins that has a name, as it is compared. */
export async function readPinNamed(db: Db, person: Person, foldedName: string): Promise<Pin | undefined> {
  const row = await pinsOf(db, person).where('folded_name', '=', foldedName).executeTakeFirst();
  return row && toPin(row);
}

const pinsOf = (db: Db, person: Person) =>
  db
    .selectFrom('pins')
    .select(['account_id', 'name', 'pinned_at_ms'])
    .where((eb) => eb.and(personKey(person)))
    .orderBy('revision');

type PinColumns = Pick<Tables['pins'], 'account_id' | 'name' | 'pinned_at_ms'>;

const toPin = ({ account_id, name, pinned_at_ms }: PinColumns): Pin => ({
  accountId: account_id,
  name: name ?? undefined,
  pinnedAtMs: pinned_at_ms,
});
