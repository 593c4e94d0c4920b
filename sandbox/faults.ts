/** How many requests a fault applies to. */
export interface Counted {
  /** Applies to this many of the next matching requests. Absent: to all, until it is cleared. */
  readonly next?: number;
}

/**
 * A list of active faults. Those with a `next` apply first, the oldest first; of the lasting ones, the newest applies.
 * `fits`: whether a request is within a fault's scope.
 */
export function createFaults<Fault, Scope extends Counted, Asked>(
  fits: (scope: Scope, asked: Asked) => boolean,
) {
  let counted: { fault: Fault; scope: Scope; left: number }[] = [];
  let lasting: { fault: Fault; scope: Scope }[] = [];
  return {
    /** Throws a RangeError unless `next` is a positive integer or absent. */
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
    /** The fault that applies to this request, if any. Counts it as used. */
    take(asked: Asked): Fault | undefined {
      const used = counted.find(({ scope }) => fits(scope, asked));
      if (!used) return lasting.find(({ scope }) => fits(scope, asked))?.fault;
      used.left -= 1;
      counted = counted.filter(({ left }) => left > 0);
      return used.fault;
    },
  };
}
