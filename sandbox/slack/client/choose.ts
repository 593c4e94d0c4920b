import { escapeBlocks } from '../server/escape-blocks.ts';
import type { JsonObject } from '../server/json.ts';
import { valueField } from '../state/element-state.ts';
import type { PlacedElement } from './elements.ts';
import { optionsOf, type PressTarget } from './find-on-screen.ts';

/** What using an element leaves in it, and what the app is told. */
export interface Choice {
  /** The new entry in `state.values`; undefined for buttons and overflow menus. */
  readonly entry: JsonObject | undefined;
  /** The fields of `actions[0]` that depend on the choice. */
  readonly action: JsonObject;
}

const CARRIED = ['text', 'value', 'url', 'style', 'confirm', 'placeholder', 'accessibility_label'];

/** Presses a button or chooses what the target names. Throws when the choice is not offered, or none was named. */
export function choose(placed: PlacedElement, target: PressTarget): Choice {
  const { element, type } = placed;
  const carried = Object.fromEntries(CARRIED.flatMap((key) => (key in element ? [[key, element[key]]] : [])));
  if (type.endsWith('button')) return { entry: undefined, action: escapeBlocks(carried) };
  const chosen = chosenIn(placed, target);
  const field = valueField(type) ?? 'selected_option';
  const entry = valueField(type) === undefined ? undefined : { type, [field]: chosen };
  return { entry, action: { ...escapeBlocks(carried), [field]: escapeBlocks(chosen) } };
}

function chosenIn(placed: PlacedElement, { value, values }: PressTarget): unknown {
  const { type, actionId } = placed;
  const options = optionsOf(placed);
  const isMultiple = type === 'checkboxes' || type.startsWith('multi_');
  if (!options) {
    const named = isMultiple ? values : value;
    if (named === undefined) throw new Error(`say which value to choose in ${type} ${actionId}`);
    return named;
  }
  if (isMultiple) return options.filter((option) => values?.includes(String(option.value)));
  const chosen = options.length === 1 ? options[0] : options.find((option) => option.value === value);
  if (!chosen) throw new Error(`say which option to choose in ${type} ${actionId}`);
  return chosen;
}
