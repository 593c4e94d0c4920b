import { FINE, inOrder, UNCHECKED } from '../support/phrases.ts';
import type { Postgres } from '../support/start-postgres.ts';
import { ask, openWorld, type Seen, type World, type WorldOptions } from './world.ts';

/** One fault: the initial state, what goes wrong, what a person does, and what they must read. */
export interface FaultRow {
  readonly fault: string;
  /** The initial state: the token, an earlier answer, the transport. */
  readonly given: string;
  readonly world: WorldOptions;
  /** Further settings of the bot that depend on the world. */
  readonly settings?: (world: World) => Promise<Readonly<Record<string, string>>>;
  /** Runs once the bot is ready. */
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

/** What a person must read for a live answer. */
export const LIVE = inOrder(FINE);
/** A clear failure with a next step. */
export const FAILURE = inOrder(UNCHECKED, /Try again|(Tell|Ask) the app’s admin/);

/** The budget of a look-up, and what processes and network may add. */
const LONGEST_MS = 20_000 + 1_500;
/** What nobody should read: stacks, raw JSON, web pages, Node's own messages. */
const INNARDS =
  /\bat \S+ \(.*:\d+:\d+\)|<\/?html|^\s*[{[]"|\b(?:Type|Range|Syntax)Error\b|\bE[A-Z]{4,}\b|\[object |undefined/m;

/** Runs a row in a world of its own, and finds why it fails, if it does. Never rejects: an exception makes the row fail. */
export async function runRow(row: FaultRow, sharedPostgres: () => Promise<Postgres>) {
  try {
    const seen = await play(row, sharedPostgres);
    return { row, seen, problems: problemsOf(row, seen) };
  } catch (error) {
    const seen: Seen = { text: '', afterMs: 0 };
    return { row, seen, problems: [`the row broke: ${error}`, ...problemsOf(row, seen)] };
  }
}

async function play(row: FaultRow, sharedPostgres: () => Promise<Postgres>): Promise<Seen> {
  const world = await openWorld(row.world, sharedPostgres);
  try {
    await world.startBot(await row.settings?.(world));
    await row.setUp?.(world);
    return await (row.act ?? lookUp)(world);
  } finally {
    await world.close();
  }
}

function problemsOf(row: FaultRow, { text, afterMs, lost = 'nothing' }: Seen): string[] {
  const { reads, lost: mayLose = 'nothing' } = row;
  return [
    ...(text.trim() === '' ? ['silence'] : []),
    ...(INNARDS.test(text) ? ['they read the innards of a program'] : []),
    ...(afterMs > LONGEST_MS ? [`it took ${Math.round(afterMs)} ms`] : []),
    ...(reads.test(text) ? [] : [`they read "${text}", which is not ${reads}`]),
    ...([mayLose, 'nothing'].includes(lost) ? [] : [`lost: ${lost}; expected: ${mayLose}`]),
  ];
}
