import type { Postgres } from '../support/start-postgres.ts';
import { type FaultRow, lookUp } from './fault-row.ts';
import { openWorld, type Seen } from './world.ts';

export interface RowResult {
  readonly row: FaultRow;
  readonly seen: Seen;
  /** Why the row fails. Empty when it passes. */
  readonly problems: readonly string[];
}

/** The budget of a look-up, and what processes and network may add. */
const LONGEST_MS = 20_000 + 1_500;
/** What nobody should read: stacks, raw JSON, web pages, Node's own messages. */
const INNARDS =
  /\bat \S+ \(.*:\d+:\d+\)|<\/?html|^\s*[{[]"|\b(?:Type|Range|Syntax)Error\b|\bE[A-Z]{4,}\b|\[object |undefined/m;

/** Runs a row in a world of its own. Never rejects: an exception makes the row fail. */
export async function runRow(row: FaultRow, sharedPostgres: () => Promise<Postgres>): Promise<RowResult> {
  const seen = await play(row, sharedPostgres).catch((error: unknown): Seen & { broke: string } => ({
    text: '',
    afterMs: 0,
    broke: String(error),
  }));
  const broke = 'broke' in seen ? [`the row broke: ${seen.broke}`] : [];
  return { row, seen, problems: [...broke, ...problemsOf(row, seen)] };
}

async function play(row: FaultRow, sharedPostgres: () => Promise<Postgres>): Promise<Seen> {
  const world = await openWorld(row.world ?? {}, sharedPostgres);
  try {
    await row.before?.(world);
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
