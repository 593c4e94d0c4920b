import type { LookupBackupStatus, SeenLevel } from '../../account/outcome.ts';
import type { Watches } from './watches.ts';

/**
 * Looks accounts up as before, and says of those that are not fine what their watches have seen. That is read once for all that are
 * answered at the same time.
 */
export function withSeen(
  lookup: LookupBackupStatus,
  { seenLevels }: Pick<Watches, 'seenLevels'>,
): LookupBackupStatus {
  const seenOf = gathered(seenLevels);
  return async (id, options) => {
    const outcome = await lookup(id, options);
    // Most are fine, and cost the database nothing.
    if (outcome.kind !== 'found' || outcome.answer.verdict.level === 'healthy') return outcome;
    const seen = await seenOf(id);
    return seen === undefined ? outcome : { ...outcome, answer: { ...outcome.answer, seen } };
  };
}

/** Reads for all ids that are asked for in the same moment at once. */
function gathered(read: Watches['seenLevels']): (id: string) => Promise<SeenLevel | undefined> {
  let next: { readonly ids: Set<string>; readonly levels: ReturnType<typeof read> } | undefined;
  return async (id) => {
    const ids = next?.ids ?? new Set();
    next ??= {
      ids,
      levels: Promise.resolve().then(() => {
        next = undefined;
        return read([...ids]);
      }),
    };
    ids.add(id);
    return (await next.levels).get(id);
  };
}
