import type { JsonObject } from '../server/json.ts';
import { escapeBlocks } from '../server/wire.ts';
import {
  findElements,
  type PlacedElement,
  type StateValues,
  valueField,
  withValue,
} from '../state/elements.ts';
import type { StoredView } from '../state/views.ts';
import { optionsOf } from './screen.ts';

/** What to enter, by action_id or block_id: text, an option's value, or the names of conversations or people. */
export type SubmitValues = Readonly<Record<string, string | readonly string[]>>;

/** The id of a conversation or person with this name, for elements of that type; the text itself for others. */
type IdOf = (name: string, type: string) => string;

/** What an element contains after its use, and what the app receives. */
export interface Choice {
  /** The new entry in `state.values`; undefined for buttons and overflow menus. */
  readonly entry: JsonObject | undefined;
  /** The fields of `actions[0]` that depend on the choice. */
  readonly action: JsonObject;
}

const CARRIED = ['text', 'value', 'style', 'confirm', 'placeholder'];

/** Presses a button, or chooses the option with this value. Throws when the choice is missing or not offered. */
export function choose(placed: PlacedElement, value: string | undefined): Choice {
  const { element, type } = placed;
  const carried = Object.fromEntries(CARRIED.flatMap((key) => (key in element ? [[key, element[key]]] : [])));
  if (type === 'button') return { entry: undefined, action: escapeBlocks(carried) };
  const field = valueField(type);
  const chosen = chosenIn(placed, value);
  const action = { ...escapeBlocks(carried), [field ?? 'selected_option']: escapeBlocks(chosen) };
  return { entry: field === undefined ? undefined : { type, [field]: chosen }, action };
}

function chosenIn(placed: PlacedElement, value: string | undefined): unknown {
  const options = optionsOf(placed);
  const isOnly = options?.length === 1;
  const chosen = options ? options.find((option) => isOnly || option.value === value) : value;
  if (chosen !== undefined) return chosen;
  throw new Error(`say which option to choose in ${placed.type} ${placed.actionId}`);
}

/**
 * The state of the view with these values. Throws where Slack's client would not submit the form: an unknown input, a text
 * that is too long, a required input without a value. `idOf` throws for an unknown conversation or person.
 */
export function fillIn(
  { filledBlocks, state: before }: StoredView,
  values: SubmitValues,
  idOf: IdOf,
): StateValues {
  const state = withTyped(filledBlocks, before, values, idOf);
  const missing = findElements(filledBlocks).find(({ isInput, isOptional, type, blockId, actionId }) => {
    const value = state[blockId]?.[actionId]?.[valueField(type) ?? ''];
    return isInput && !isOptional && (!value || (Array.isArray(value) && value.length === 0));
  });
  if (!missing) return state;
  throw new Error(`Please complete this required field: ${missing.actionId} in block ${missing.blockId}`);
}

/** The state with these values in the inputs of a view or message. Throws for an unknown input. */
export function withTyped(
  blocks: readonly unknown[],
  before: StateValues,
  values: SubmitValues,
  idOf: IdOf = (name) => name,
): StateValues {
  const inputs = findElements(blocks).filter(({ isInput }) => isInput);
  return Object.entries(values).reduce((state, [name, value]) => {
    const placed = inputs.find(({ actionId, blockId }) => actionId === name || blockId === name);
    if (!placed) throw new Error(`there is no input ${name} here`);
    const idIn = (one: string) => idOf(one, placed.type);
    const chosen = typeof value === 'string' ? idIn(value) : value.map(idIn);
    return withValue(state, placed, entryFor(placed, chosen));
  }, before);
}

/** The entry of an input after this was typed or chosen. */
export function entryFor(placed: PlacedElement, value: string | readonly string[]): JsonObject {
  const { type, actionId, element } = placed;
  if (typeof value !== 'string') {
    const chosen = optionsOf(placed)?.filter((option) => value.includes(String(option.value))) ?? value;
    return { type, [valueField(type) ?? '']: chosen };
  }
  if (type !== 'plain_text_input') return choose(placed, value).entry ?? {};
  const max = Number(element.max_length ?? 3_000);
  if (value.length > max) throw new Error(`${actionId} takes ${max} characters at most`);
  return { type, value: value === '' ? null : value };
}
