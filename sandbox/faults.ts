/** Which requests a fault meets, as far as it counts them. */
export interface Counted {
  /** How many of the next requests that fit it meets. Absent: all, until it is cleared. */
  readonly next?: number;
}

/**
 * Faults that were switched on. Those with a `next` are used up first, oldest first; of lasting ones that fit, the newest
 * counts. `fits`: whether a request is within the scope of a fault.
 */
export function createFaults<Fault, Scope extends Counted, Asked>(
  fits: (scope: Scope, asked: Asked) => boolean,
) {
  let counted: { fault: Fault; scope: Scope; left: number }[] = [];
  let lasting: { fault: Fault; scope: Scope }[] = [];
  return {
    /** Throws a RangeError for a `next` that is no whole number above 0. */
    add(fault: Fault, scope = {} as Scope): void {
      const { next } = scope;
      if (next === undefined) lasting = [{ fault, scope }, ...lasting];
      else if (Number.isInteger(next) && next > 0) counted.push({ fault, scope, left: next });
      else throw new RangeError('next must be a whole number above 0');
    },
    clear(): void {
      counted = [];
      lasting = [];
    },
    /** The fault that this request meets, if any, counted as used. */
    take(asked: Asked): Fault | undefined {
      const used = counted.find(({ scope }) => fits(scope, asked));
      if (!used) return lasting.find(({ scope }) => fits(scope, asked))?.fault;
      used.left -= 1;
      counted = counted.filter(({ left }) => left > 0);
      return used.fault;
    },
  };
}
