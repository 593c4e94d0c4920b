import type { CompiledQuery } from 'kysely';
import { foldName } from '../../domain/names/fold-name.ts';
import {
  type NameResult,
  type Person,
  PINS_AT_MOST,
  type Pin,
  type PinResult,
  type PinStore,
} from '../../domain/pins.ts';
import { checkedText } from '../checked-text.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import { type Db, personKey, type Tables } from '../tables.ts';

export function createPinStore(database: GuardedDatabase, now: () => number): PinStore {
  const readPins = createReadPins();
  return {
    list: (person) => database.read((db) => readPins(db, person)),

    async add(person, { accountId, name }) {
      const columns = { ...pinKey(person, accountId), ...nameColumns(name) };
      return await database.write(person, async ({ db, revision }): Promise<PinResult> => {
        const pins = await readPins(db, person);
        if (pins.some((pin) => pin.accountId === accountId)) return { kind: 'already-pinned' };
        if (pins.length >= PINS_AT_MOST) return { kind: 'limit-reached', limit: PINS_AT_MOST };
        const taken = await nameTaken(db, person, columns);
        if (taken !== undefined) return taken;
        await db
          .insertInto('pins')
          .values({ ...columns, revision, pinned_at_ms: now() })
          .execute();
        return { kind: 'pinned' };
      });
    },

    async rename(person, accountId, name) {
      const key = pinKey(person, accountId);
      const columns = nameColumns(name);
      return await database.write(person, async ({ db }): Promise<NameResult> => {
        const taken = await nameTaken(db, person, { ...key, ...columns });
        if (taken !== undefined) return taken;
        const ofPin = db.updateTable('pins').where((eb) => eb.and(key));
        const { numUpdatedRows } = await ofPin.set(columns).executeTakeFirstOrThrow();
        return { kind: numUpdatedRows > 0n ? 'named' : 'not-pinned' };
      });
    },

    async remove(person, accountId) {
      const key = pinKey(person, accountId);
      return await database.write(person, async ({ db }) => {
        const ofPin = db.deleteFrom('pins').where((eb) => eb.and(key));
        const { numDeletedRows } = await ofPin.executeTakeFirstOrThrow();
        return numDeletedRows > 0n;
      });
    },
  };
}

const pinKey = (person: Person, accountId: string) => ({
  ...personKey(person),
  account_id: checkedText('an account id', accountId),
});

function nameColumns(name: string | undefined) {
  if (name === undefined) return { name: null, folded_name: null };
  const foldedName = checkedText('a name as compared', foldName(name));
  return { name: checkedText('a name', name), folded_name: foldedName };
}

/** Undefined when no other account of the person has the name, and when there is no name. */
async function nameTaken(
  db: Db,
  person: Person,
  pin: { readonly account_id: string; readonly folded_name: string | null },
): Promise<Extract<PinResult, { kind: 'name-taken' }> | undefined> {
  if (pin.folded_name === null) return undefined;
  const holder = await readPinNamed(db, person, pin.folded_name);
  if (holder === undefined || holder.accountId === pin.account_id) return undefined;
  return { kind: 'name-taken', name: holder.name ?? '', accountId: holder.accountId };
}

/** Of one person, in the order of pinning. */
type ReadPins = (db: Db, person: Person) => Promise<Pin[]>;

/** Every answer asks for them: what Kysely makes of the query is kept, as making it takes longer than running it. */
function createReadPins(): ReadPins {
  let compiled: CompiledQuery<PinColumns> | undefined;
  return async (db, { teamId, userId }) => {
    compiled ??= pinsOf(db, { teamId, userId }).compile();
    const { rows } = await db.executeQuery<PinColumns>({ ...compiled, parameters: [teamId, userId] });
    return rows.map(toPin);
  };
}

/** The one of a person's pins that has a name, as it is compared. */
async function readPinNamed(db: Db, person: Person, foldedName: string): Promise<Pin | undefined> {
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
