import { foldName } from '../../domain/names/fold-name.ts';
import {
  type NameResult,
  type Person,
  PINS_AT_MOST,
  type PinResult,
  type PinStore,
} from '../../domain/pins.ts';
import { checkedText } from '../checked-text.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import { type Db, personKey } from '../tables.ts';
import { createReadPins, readPinNamed } from './read-pins.ts';

export interface PinStoreDeps {
  readonly database: GuardedDatabase;
  readonly now: () => number;
}

export function createPinStore({ database, now }: PinStoreDeps): PinStore {
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
