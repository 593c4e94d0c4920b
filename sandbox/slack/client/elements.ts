import { isJsonObject, type JsonObject } from '../server/json.ts';

/** An interactive element and where it stands. */
export interface PlacedElement {
  readonly element: JsonObject;
  readonly type: string;
  readonly actionId: string;
  readonly blockId: string;
  /** Whether it stands in an input block. */
  readonly isInput: boolean;
  /** Whether using it sends block_actions at once; in an input block only with `dispatch_action`. */
  readonly isDispatching: boolean;
  /** Whether a view may be submitted without a value for it. */
  readonly isOptional: boolean;
}

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** The elements directly in a block: what its `elements`, `accessory`, `element` or `actions` hold. */
const elementsOf = (block: JsonObject): JsonObject[] =>
  [block.accessory, block.element, ...objectsIn(block.elements), ...objectsIn(block.actions)]
    .filter(isJsonObject)
    .filter(({ type }) => typeof type === 'string' && (INTERACTIVE.test(type) || type.endsWith('_input')));

const INTERACTIVE = /^(?:button|overflow|checkboxes)$|(?:picker|_select|_buttons?)$/;

/** Blocks and the blocks inside them: cards of a carousel, children of a container. */
function allBlocks(blocks: readonly unknown[]): JsonObject[] {
  return blocks
    .filter(isJsonObject)
    .flatMap((block) => [
      block,
      ...allBlocks(objectsIn(block.child_blocks)),
      ...(block.type === 'carousel' ? allBlocks(objectsIn(block.elements)) : []),
    ]);
}

/** Every interactive element in the blocks, top to bottom. Elements without ids are left out: see `fillIds`. */
export function findElements(blocks: readonly unknown[]): PlacedElement[] {
  return allBlocks(blocks).flatMap((block) =>
    elementsOf(block).flatMap((element) => {
      const { type, action_id: actionId } = element;
      const { block_id: blockId } = block;
      if (typeof type !== 'string' || typeof actionId !== 'string' || typeof blockId !== 'string') return [];
      const isInput = block.type === 'input';
      return {
        element,
        type,
        actionId,
        blockId,
        isInput,
        isDispatching: !isInput || block.dispatch_action === true,
        isOptional: block.optional === true,
      };
    }),
  );
}

/** A copy in which every block and every element has an id, as Slack gives them to those that came without. */
export function fillIds(blocks: readonly unknown[], newId: () => string): JsonObject[] {
  const copy = structuredClone(blocks) as unknown[];
  for (const block of allBlocks(copy) as Record<string, unknown>[]) {
    block.block_id ??= newId();
    for (const element of elementsOf(block) as Record<string, unknown>[]) element.action_id ??= newId();
  }
  return copy.filter(isJsonObject);
}
