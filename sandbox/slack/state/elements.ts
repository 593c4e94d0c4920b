import type { ConversationsSelect } from '@slack/types';
import { isJsonObject, type JsonObject } from '../server/json.ts';

/** An interactive element and its place. */
export interface PlacedElement {
  readonly element: JsonObject;
  readonly type: string;
  readonly actionId: string;
  readonly blockId: string;
  /** Whether it is in an input block. */
  readonly isInput: boolean;
  /** Whether its use sends block_actions at once. In an input block, only with `dispatch_action`. */
  readonly isDispatching: boolean;
  /** Whether a view can be submitted without its value. */
  readonly isOptional: boolean;
  /** The options of a menu; undefined for elements without options of their own. */
  readonly options: readonly Option[] | undefined;
}

/** An option of a menu. */
export interface Option {
  readonly text: { readonly text: string };
  readonly value: string;
}

/** `state.values` of a view or message: block_id -> action_id -> the element's value. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The field of `state.values` that holds the value of each kind of element. */
const FIELDS: Readonly<Record<string, string>> = {
  plain_text_input: 'value',
  static_select: 'selected_option',
  radio_buttons: 'selected_option',
  multi_static_select: 'selected_options',
  users_select: 'selected_user',
  multi_users_select: 'selected_users',
  conversations_select: 'selected_conversation',
  timepicker: 'selected_time',
  datepicker: 'selected_date',
};

const INTERACTIVE = ['button', 'overflow', ...Object.keys(FIELDS)];

/** The field of an element that holds its initial value, such as `initial_user`. */
const initialField = (field: string) => `initial_${field.replace('selected_', '')}`;

/** What an element starts with: values of options, ids or a text; empty when it starts with nothing. */
export function initialOf(element: JsonObject): readonly string[] {
  const initial = [element[initialField(FIELDS[String(element.type)] ?? '')] ?? []].flat() as (
    | string
    | Option
  )[];
  return initial.map((one) => (typeof one === 'string' ? one : one.value));
}

/** The elements directly in a block, from its `elements`, `accessory` or `element`. */
function elementsOf({ accessory, element, elements }: JsonObject): JsonObject[] {
  const all = [accessory, element, ...(Array.isArray(elements) ? elements : [])];
  return all.filter(isJsonObject).filter(({ type }) => INTERACTIVE.includes(String(type)));
}

/** Every interactive element in the blocks, top to bottom. Missing ids are empty: see `fillIds`. */
export function findElements(blocks: readonly unknown[]): PlacedElement[] {
  return blocks.filter(isJsonObject).flatMap((block) =>
    elementsOf(block).flatMap((element) => {
      const isInput = block.type === 'input';
      return {
        element,
        type: String(element.type),
        actionId: String(element.action_id ?? ''),
        blockId: String(block.block_id ?? ''),
        isInput,
        isDispatching: !isInput || block.dispatch_action === true,
        isOptional: block.optional === true,
        options: element.options as PlacedElement['options'],
      };
    }),
  );
}

/** A copy in which every block and element has an id, as Slack adds them where they are missing. */
export function fillIds(blocks: readonly unknown[], newId: () => string): JsonObject[] {
  const copy = (structuredClone(blocks) as unknown[]).filter(isJsonObject);
  for (const block of copy as Record<string, unknown>[]) {
    block.block_id ??= newId();
    for (const element of elementsOf(block) as Record<string, unknown>[]) element.action_id ??= newId();
  }
  return copy;
}

/** The field that holds an element's value; undefined for buttons and overflow menus, which have none. */
export const valueField = (type: string): string | undefined => FIELDS[type];

/**
 * The values of the elements: the previous ones with the same block_id and action_id, else the initial ones. `current`: the
 * initial value of menus with `default_to_current_conversation` and no other.
 */
export function stateOf(
  blocks: readonly unknown[],
  before: StateValues = {},
  current: (menu: JsonObject) => string | undefined = () => undefined,
): StateValues {
  const values: Record<string, Record<string, JsonObject>> = {};
  for (const { element, type, actionId, blockId } of findElements(blocks)) {
    const field = valueField(type);
    if (field === undefined) continue;
    const kept = before[blockId]?.[actionId];
    const chosen = element.default_to_current_conversation === true ? current(element) : undefined;
    const empty = type.startsWith('multi_') ? [] : null;
    const entry = { type, [field]: element[initialField(field)] ?? chosen ?? empty };
    values[blockId] = { ...values[blockId], [actionId]: kept?.type === type ? kept : entry };
  }
  return values;
}

/** The blocks, with current values as the initial values of their inputs. */
export const withStanding = <Block extends { block_id?: string }>(
  blocks: readonly Block[],
  values: StateValues,
): readonly Block[] =>
  blocks.map((block) => {
    const { block_id: blockId = '', element } = block as { block_id?: string; element?: JsonObject };
    const entry = values[blockId]?.[String(element?.action_id)];
    const field = valueField(String(element?.type));
    if (entry === undefined || field === undefined) return block;
    return { ...block, element: { ...element, [initialField(field)]: entry[field] ?? undefined } };
  });

/** The values, with this one of an element. Buttons and overflow menus have none. */
export function withValue(
  values: StateValues,
  { type, blockId, actionId }: PlacedElement,
  value: unknown,
): StateValues {
  const field = valueField(type);
  if (field === undefined) return values;
  return { ...values, [blockId]: { ...values[blockId], [actionId]: { type, [field]: value } } };
}

/** Whether a menu (`conversations_select`) offers a conversation of the person. */
export function isOffered(
  menu: { readonly filter?: unknown },
  { isDirect, isShared }: { readonly isDirect: boolean; readonly isShared: boolean },
): boolean {
  // The validation allows only these fields.
  const filter = menu.filter as ConversationsSelect['filter'];
  const isWanted = filter?.include?.includes(isDirect ? 'im' : 'public') ?? true;
  return isWanted && !(filter?.exclude_external_shared_channels && isShared);
}
