import type { Finding } from './problem.ts';
import { pointerTo, walk } from './walk.ts';

/** Every repetition of an id under `key` in `value`; the first one is not reported. */
function repeated(value: unknown, key: 'action_id' | 'block_id', pointer: string): Finding[] {
  const seen = new Set<unknown>();
  const findings: Finding[] = [];
  for (const { object, pointer: at } of walk(value, pointer)) {
    const id = object[key];
    if (typeof id !== 'string') continue;
    if (seen.has(id))
      findings.push({ text: `\`${key}\` must be unique: ${id}`, pointer: pointerTo(at, key) });
    seen.add(id);
  }
  return findings;
}

/** A second element that asks for the focus: one view has one cursor. */
function focusFindings(blocks: readonly unknown[], pointer: string): Finding[] {
  const focused = [...walk(blocks, pointer)].filter(({ object }) => object.focus_on_load === true);
  return focused.slice(1).map(({ pointer: at }) => ({
    text: 'only one element can be focused on load',
    pointer: pointerTo(at, 'focus_on_load'),
  }));
}

/** Ids that must be unique and are not: block_id in the whole payload, action_id within its block. */
export function checkIds(blocks: readonly unknown[], pointer: string): Finding[] {
  return [
    ...repeated(blocks, 'block_id', pointer),
    ...blocks.flatMap((block, index) => repeated(block, 'action_id', pointerTo(pointer, index))),
    ...focusFindings(blocks, pointer),
  ];
}
