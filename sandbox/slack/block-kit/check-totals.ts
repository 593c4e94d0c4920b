import { LIMITS } from './limits.ts';
import type { Finding } from './problem.ts';
import { isObject, pointerTo, walk } from './walk.ts';

interface Placed {
  readonly block: Readonly<Record<string, unknown>>;
  readonly pointer: string;
}

const ofType = (blocks: unknown, type: string, pointer: string): Placed[] =>
  [...walk(blocks, pointer)].flatMap(({ object, pointer: at }) =>
    object.type === type ? [{ block: object, pointer: at }] : [],
  );

/** Characters of every `text` inside the given blocks. */
const textLength = (placed: readonly Placed[]) =>
  placed
    .flatMap(({ block }) => [...walk(block, '')])
    .reduce((sum, { object }) => sum + (typeof object.text === 'string' ? object.text.length : 0), 0);

const beyond = (placed: readonly Placed[], allowed: number, finding: Omit<Finding, 'pointer'>) =>
  placed.slice(allowed).map(({ pointer }) => ({ ...finding, pointer: pointerTo(pointer, 'type') }));

/** Limits that no single block breaks, only a message as a whole. */
export function checkTotals(blocks: readonly unknown[], pointer: string): Finding[] {
  const tables = ofType(blocks, 'table', pointer);
  const visualizations = ofType(blocks, 'data_visualization', pointer);
  const types = new Set(blocks.map((block) => (isObject(block) ? block.type : undefined)));
  const totals: readonly [sum: number, max: number, what: string][] = [
    [textLength(ofType(blocks, 'markdown', pointer)), LIMITS.markdownText, 'characters of markdown'],
    [textLength(tables), LIMITS.tableText, 'characters in tables'],
    [Buffer.byteLength(JSON.stringify(blocks)), LIMITS.messageBlocksBytes, 'bytes of blocks'],
  ];
  return [
    ...beyond(tables, LIMITS.tablesPerMessage, {
      text: 'only one table allowed',
      code: 'only_one_table_allowed',
    }),
    ...beyond(visualizations, LIMITS.dataVisualizationsPerMessage, {
      text: `no more than ${LIMITS.dataVisualizationsPerMessage} data_visualization blocks allowed`,
    }),
    ...(types.has('plan') && types.has('task_card')
      ? [{ text: 'a task_card cannot stand beside a plan', pointer }]
      : []),
    ...totals
      .filter(([sum, max]) => sum > max)
      .map(([sum, max, what]) => ({
        text: `no more than ${max} ${what} allowed, found ${sum}`,
        pointer,
        code: 'msg_blocks_too_long',
      })),
  ];
}
