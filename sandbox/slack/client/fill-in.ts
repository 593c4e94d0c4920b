import type { JsonObject } from '../server/json.ts';
import { isEmptyValue, type StateValues, withValue } from '../state/element-state.ts';
import type { StoredView } from '../state/views.ts';
import { choose } from './choose.ts';
import { findElements, type PlacedElement } from './elements.ts';

/** What to put into inputs, by action_id or block_id: text, an option's value, a conversation's name, or several. */
export type SubmitValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * The state of the view once these values stand in it. Throws where Slack's client would not let the form go: an
 * input that is not there, a text too long or too short, a required input left empty. `channelId` of a conversation's name
 * throws for one that there is not.
 */
export function fillIn(
  view: StoredView,
  values: SubmitValues,
  channelId: (name: string) => string,
): StateValues {
  const state = withTyped(
    view.filledBlocks,
    view.state,
    withChannelIds(view.filledBlocks, values, channelId),
  );
  const missing = inputsIn(view.filledBlocks).find((placed) => {
    const entry = state[placed.blockId]?.[placed.actionId];
    return !placed.isOptional && isEmptyValue(placed, entry);
  });
  if (missing)
    throw new Error(`Please complete this required field: ${missing.actionId} in block ${missing.blockId}`);
  return state;
}

/** The state once these values stand in the inputs of a view or message. Throws for an input that is not there. */
export function withTyped(
  blocks: readonly unknown[],
  before: StateValues,
  values: SubmitValues,
): StateValues {
  const inputs = inputsIn(blocks);
  let state = before;
  for (const [name, value] of Object.entries(values)) {
    const placed = inputs.find(({ actionId, blockId }) => actionId === name || blockId === name);
    if (!placed) throw new Error(`there is no input ${name} here`);
    state = withValue(state, placed, entryFor(placed, value));
  }
  return state;
}

function withChannelIds(
  blocks: readonly unknown[],
  values: SubmitValues,
  channelId: (name: string) => string,
): SubmitValues {
  const menus = inputsIn(blocks).filter(({ type }) => MENUS_OF_CHANNELS.includes(type));
  const entries = Object.entries(values).map(([name, value]) => {
    const isMenu = menus.some(({ actionId, blockId }) => actionId === name || blockId === name);
    return [name, isMenu && typeof value === 'string' ? channelId(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const MENUS_OF_CHANNELS = ['conversations_select', 'channels_select'];

const inputsIn = (blocks: readonly unknown[]) => findElements(blocks).filter(({ isInput }) => isInput);

/** What stands in an input once this was typed or chosen. */
export function entryFor(placed: PlacedElement, value: string | readonly string[]): JsonObject {
  const { type, actionId, element } = placed;
  if (!type.endsWith('_input')) {
    const named = typeof value === 'string' ? { value } : { values: value };
    return choose(placed, { actionId, ...named }).entry ?? {};
  }
  const text = String(value);
  const { max_length: max, min_length: min } = element;
  if (typeof max === 'number' && text.length > max)
    throw new Error(`${actionId} takes ${max} characters at most`);
  if (typeof min === 'number' && text.length < min)
    throw new Error(`${actionId} takes ${min} characters at least`);
  return { type, value: text === '' ? null : text };
}
