import { FINE, inOrder, UNCHECKED } from '../support/phrases.ts';
import { ask, eventually, type Seen, type World, type WorldOptions } from './world.ts';

/** One fault: the initial state, what goes wrong, what a person does, and what they must read. */
export interface FaultRow {
  readonly fault: string;
  /** The initial state: the token, an earlier answer, the transport. */
  readonly given?: string;
  readonly world?: WorldOptions;
  /** Runs before the bot starts. */
  readonly before?: (world: World) => unknown;
  /** Further settings of the bot that depend on the world. */
  readonly settings?: (world: World) => Promise<Readonly<Record<string, string>>>;
  /** Runs once the bot is ready and, if `before` allowed it, has a token. */
  readonly setUp?: (world: World) => unknown;
  /** Absent: Ada looks 1001 up. */
  readonly act?: (world: World) => Promise<Seen>;
  /** What the person must read. */
  readonly reads: RegExp;
  /** It mostly waits for minutes, so it runs beside the others. */
  readonly isLong?: true;
  /** What may be lost. Absent: nothing. */
  readonly lost?: string;
}

export const lookUp = ({ ada }: Pick<World, 'ada'>) => ask(ada, '/backup-status 1001');

/** What is lost with a command whose answer was announced. */
export const ANNOUNCED = 'the answer after the pending note';
/** What a person must read for a live answer. */
export const LIVE = inOrder(FINE);
/** A clear failure with a next step. */
export const FAILURE = inOrder(UNCHECKED, /Try again|(Tell|Ask) the app’s admin/);

/** Resolves when the bot has signed in. */
export const untilSignedIn = ({ service }: World) => eventually(() => service.counts.logins || undefined);
