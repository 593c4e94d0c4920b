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
  /** In the order in which they apply. */
  let active: { fault: Fault; scope: Scope; left: number }[] = [];
  return {
    add(fault: Fault, scope = {} as Scope): void {
      const counted = active.filter(({ left }) => Number.isFinite(left)).length;
      active.splice(counted, 0, { fault, scope, left: scope.next ?? Number.POSITIVE_INFINITY });
    },
    clear(): void {
      active = [];
    },
    /** The fault that applies to this request, if any. Counts it as used. */
    take(asked: Asked): Fault | undefined {
      const used = active.find(({ scope }) => fits(scope, asked));
      if (used) used.left -= 1;
      active = active.filter(({ left }) => left > 0);
      return used?.fault;
    },
  };
}
