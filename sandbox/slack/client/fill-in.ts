import {
  findElements,
  type PlacedElement,
  type StateValues,
  valueField,
  withValue,
} from '../state/elements.ts';
import type { StoredView } from '../state/views.ts';

/** What to enter, by action_id or block_id: text, an option's value, or the names of conversations or people. */
export type SubmitValues = Readonly<Record<string, string | readonly string[]>>;

/** The id of a conversation or person with this name, for elements of that type; the text itself for others. */
type IdOf = (name: string, type: string) => string;

/**
 * What an element contains after this was typed or chosen. Throws where Slack's client would not accept it: a choice that is
 * missing or not offered, a text that is too long.
 */
export function valueFor(
  { element, type, actionId, options }: PlacedElement,
  given: string | readonly string[] | undefined,
): unknown {
  if (typeof given === 'object') return options?.filter(({ value }) => given.includes(value)) ?? given;
  if (type !== 'plain_text_input') {
    const isOnly = options?.length === 1;
    const chosen = options ? options.find(({ value }) => isOnly || value === given) : given;
    if (chosen === undefined) throw new Error(`say which option to choose in ${type} ${actionId}`);
    return chosen;
  }
  const max = Number(element.max_length ?? 3_000);
  if (given && given.length > max) throw new Error(`${actionId} takes ${max} characters at most`);
  return given || null;
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
    const given = typeof value === 'string' ? idIn(value) : value.map(idIn);
    return withValue(state, placed, valueFor(placed, given));
  }, before);
}
