import { findElements, type PlacedElement } from '../client/elements.ts';
import type { JsonObject } from '../server/json.ts';

/** `state.values` of a view or message: block_id -> action_id -> what stands in the element. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The field of `state.values` that holds each kind of element's value, and the one that sets it at first. */
const FIELDS: Readonly<Record<string, readonly [field: string, initial: string, empty: unknown]>> = {
  plain_text_input: ['value', 'initial_value', null],
  email_text_input: ['value', 'initial_value', null],
  url_text_input: ['value', 'initial_value', null],
  number_input: ['value', 'initial_value', null],
  rich_text_input: ['rich_text_value', 'initial_value', undefined],
  static_select: ['selected_option', 'initial_option', null],
  external_select: ['selected_option', 'initial_option', null],
  radio_buttons: ['selected_option', 'initial_option', null],
  checkboxes: ['selected_options', 'initial_options', []],
  multi_static_select: ['selected_options', 'initial_options', []],
  multi_external_select: ['selected_options', 'initial_options', []],
  users_select: ['selected_user', 'initial_user', null],
  conversations_select: ['selected_conversation', 'initial_conversation', null],
  channels_select: ['selected_channel', 'initial_channel', null],
  multi_users_select: ['selected_users', 'initial_users', []],
  multi_conversations_select: ['selected_conversations', 'initial_conversations', []],
  multi_channels_select: ['selected_channels', 'initial_channels', []],
  datepicker: ['selected_date', 'initial_date', null],
  timepicker: ['selected_time', 'initial_time', null],
  datetimepicker: ['selected_date_time', 'initial_date_time', null],
};

/** The name under which an element's value travels; undefined for buttons and overflow menus, which keep none. */
export function valueField(type: string): string | undefined {
  return FIELDS[type]?.[0];
}

/** True when nothing is filled in. */
export function isEmptyValue({ element, type }: PlacedElement, entry: JsonObject | undefined): boolean {
  const [field, initial] = FIELDS[type] ?? ['value', 'initial_value'];
  const value = entry ? entry[field] : element[initial];
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * What stands in the elements: what stood there before under the same block_id and action_id, else their initial value.
 * `current`: what a menu with `default_to_current_conversation` and without an initial value begins with.
 */
export function stateOf(
  blocks: readonly unknown[],
  before: StateValues = {},
  current: (menu: JsonObject) => string | undefined = () => undefined,
): StateValues {
  const values: Record<string, Record<string, JsonObject>> = {};
  for (const { element, type, actionId, blockId } of findElements(blocks)) {
    const fields = FIELDS[type];
    if (!fields) continue;
    const [field, initial, empty] = fields;
    const kept = before[blockId]?.[actionId];
    values[blockId] ??= {};
    const preset = element[initial] ?? currentIn(element, current) ?? empty;
    values[blockId][actionId] = kept?.type === type ? kept : { type, [field]: preset };
  }
  return values;
}

function currentIn(menu: JsonObject, current: (menu: JsonObject) => string | undefined) {
  const id = menu.default_to_current_conversation === true ? current(menu) : undefined;
  return id !== undefined && menu.type === 'multi_conversations_select' ? [id] : id;
}

/** The blocks, their inputs beginning with what stands in them. */
export function withStanding(blocks: readonly object[], values: StateValues): readonly object[] {
  return blocks.map((block) => {
    const { block_id: blockId = '', element } = block as { block_id?: string; element?: JsonObject };
    const entry = values[blockId]?.[String(element?.action_id)];
    const [field, initial] = FIELDS[String(element?.type)] ?? [];
    if (entry === undefined || field === undefined || initial === undefined) return block;
    return { ...block, element: { ...element, [initial]: entry[field] ?? undefined } };
  });
}

/** The values with one of them changed. */
export function withValue(
  values: StateValues,
  { blockId, actionId }: PlacedElement,
  entry: JsonObject,
): StateValues {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: entry } };
}
