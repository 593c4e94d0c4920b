/** Which requests a fault applies to: those with these fields. By default all, until it is cleared. */
export type Scope<Asked> = Partial<Asked> & {
  /** Applies to this many of the next matching requests. Absent: to all, until it is cleared. */
  readonly next?: number;
};

/**
 * A list of active faults. Those with a `next` apply first, the oldest first; of the lasting ones, the newest applies.
 * `Asked`: the fields of a request.
 */
export function createFaults<Fault, Asked extends object>() {
  /** In the order in which they apply. */
  let active: { fault: Fault; fields: Partial<Asked>; left: number }[] = [];
  return {
    add(fault: Fault, { next: left = Number.POSITIVE_INFINITY, ...fields } = {} as Scope<Asked>): void {
      const counted = active.filter((one) => Number.isFinite(one.left)).length;
      active.splice(counted, 0, { fault, fields: fields as Partial<Asked>, left });
    },
    clear(): void {
      active = [];
    },
    /** The fault that applies to this request, if any. Counts it as used. */
    take(asked: Asked): Fault | undefined {
      const used = active.find(({ fields }) =>
        Object.entries(fields).every(([name, value]) => asked[name as keyof Asked] === value),
      );
      if (used) used.left -= 1;
      active = active.filter(({ left }) => left > 0);
      return used?.fault;
    },
  };
}
