import type { StoredMessage } from '../state/messages.ts';
import type { StoredView } from '../state/views.ts';
import { findElements, type PlacedElement } from './elements.ts';

/** What to press or fill in. Everything given must fit. */
export interface PressTarget {
  readonly actionId: string;
  /** The button's value, or the value of the option to choose; the chosen id or date in pickers. */
  readonly value?: string;
  /** The options to choose where several can be. */
  readonly values?: readonly string[];
  readonly blockId?: string;
  readonly messageTs?: string;
  /** Where to look only: `home`, `modal`, or a channel's name (`direct` for direct messages). */
  readonly in?: string;
}

/** One thing a person looks at. */
export type Surface =
  | { readonly kind: 'message'; readonly place: string; readonly message: StoredMessage }
  | { readonly kind: 'view'; readonly place: 'home' | 'modal'; readonly view: StoredView };

export interface Spot {
  readonly surface: Surface;
  readonly placed: PlacedElement;
}

/** The blocks of a surface, with ids. */
export const blocksOf = (surface: Surface) =>
  surface.kind === 'message' ? surface.message.filledBlocks : surface.view.filledBlocks;

/**
 * The element on the first of the surfaces that has it. Throws when none has, naming what can be pressed, and when that
 * surface has several that fit.
 */
export function findOnScreen(surfaces: readonly Surface[], target: PressTarget): Spot {
  const looked = surfaces.filter(
    (surface) =>
      (target.in === undefined || surface.place === target.in) &&
      (target.messageTs === undefined ||
        (surface.kind === 'message' && surface.message.ts === target.messageTs)),
  );
  for (const surface of looked) {
    const fitting = findElements(blocksOf(surface)).filter((placed) => fits(placed, target));
    const [placed, ...others] = fitting;
    if (placed && others.length === 0) return { surface, placed };
    if (placed)
      throw new Error(`several elements fit ${JSON.stringify(target)}: ${fitting.map(describe).join(', ')}`);
  }
  const visible = looked.flatMap((surface) => findElements(blocksOf(surface)).map(describe));
  throw new Error(
    `${JSON.stringify(target)} is not on the screen; there is ${visible.join(', ') || 'nothing to press'}`,
  );
}

function fits(placed: PlacedElement, { actionId, blockId, value, values }: PressTarget): boolean {
  if (placed.actionId !== actionId || (blockId !== undefined && placed.blockId !== blockId)) return false;
  if (placed.type.endsWith('button')) return value === undefined || placed.element.value === value;
  const options = optionsOf(placed);
  if (!options) return true;
  return [...(value === undefined ? [] : [value]), ...(values ?? [])].every((asked) =>
    options.some((option) => option.value === asked),
  );
}

/** The options a menu offers, groups included; undefined when it has none of its own. */
export function optionsOf({ element }: PlacedElement): readonly { readonly value?: unknown }[] | undefined {
  if (Array.isArray(element.options)) return element.options;
  if (!Array.isArray(element.option_groups)) return undefined;
  return element.option_groups.flatMap((group: { options?: unknown[] }) => group.options ?? []) as {
    value?: unknown;
  }[];
}

function describe(placed: PlacedElement): string {
  const options = optionsOf(placed)?.map(({ value }) => value);
  const value = options
    ? ` [${options.join(' | ')}]`
    : placed.element.value
      ? ` (${placed.element.value})`
      : '';
  return `${placed.type} ${placed.actionId}${value} in block ${placed.blockId}`;
}
