import { FINE, inOrder, UNCHECKED } from '../support/phrases.ts';
import { ask, eventually, type Seen, type World, type WorldOptions } from './world.ts';

/** One fault: how the world stands, what goes wrong in it, what somebody does, and what they must read. */
export interface FaultRow {
  readonly fault: string;
  /** What was so before: the token, an earlier answer, the transport. */
  readonly given?: string;
  readonly world?: WorldOptions;
  /** Before the bot starts. */
  readonly before?: (world: World) => unknown;
  /** Further settings of the bot, where they depend on the world. */
  readonly settings?: (world: World) => Promise<Readonly<Record<string, string>>>;
  /** Once the bot is ready, token in hand where `before` let it have one. */
  readonly setUp?: (world: World) => unknown;
  /** Absent: Ada looks 1001 up. */
  readonly act?: (world: World) => Promise<Seen>;
  /** What they must read. */
  readonly reads: RegExp;
  /** It waits for minutes and does little: run beside the others. */
  readonly isLong?: true;
  /** What may be lost; nothing unless said. */
  readonly lost?: string;
}

export const lookUp = ({ ada }: Pick<World, 'ada'>) => ask(ada, '/backup-status 1001');

/** What is lost with a command whose answer was on its way. */
export const ANNOUNCED = 'the answer after the pending note';
/** What has to be read where there is an answer of now. */
export const LIVE = inOrder(FINE);
/** A clear failure with a next step. */
export const FAILURE = inOrder(UNCHECKED, /Try again|(Tell|Ask) the app’s admin/);

/** Resolves when the bot has signed in. */
export const untilSignedIn = ({ service }: World) => eventually(() => service.counts.logins || undefined);
