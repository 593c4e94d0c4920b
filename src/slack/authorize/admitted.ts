import type { Context } from '@slack/bolt';
import type { Person } from '../../domain/pins.ts';

/** Somebody whom the guard has let in. */
export interface Admitted {
  readonly person: Person;
  /** When Slack's request came, before anything was asked about the person. */
  readonly receivedAtMs: number;
}

const KEY = 'admitted';

export function admit(context: Context, admitted: Admitted): void {
  context[KEY] = admitted;
}

/** Undefined for whoever has not been let in, or not yet. */
export const admittedIn = (context: Context): Admitted | undefined => context[KEY];

/** Who asks. Throws when nobody has checked that they may: no listener answers by accident. */
export function admittedOf(context: Context): Admitted {
  const admitted = admittedIn(context);
  if (admitted === undefined) throw new Error('a listener was reached past the guard');
  return admitted;
}
