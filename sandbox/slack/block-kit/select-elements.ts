import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { confirm, conversationFilter, menuOption, optionGroup } from './composition.ts';
import { LIMITS } from './limits.ts';
import { chars, plainText } from './text-objects.ts';

const id = chars(LIMITS.actionId);

/** What every select menu takes. */
const common = {
  action_id: id.optional(),
  confirm: confirm.optional(),
  focus_on_load: z.boolean().optional(),
  placeholder: plainText(LIMITS.placeholder).optional(),
};
const multi = { ...common, max_selected_items: z.int().min(1).optional() };
const menuOptions = z.array(menuOption).min(1);
const ids = z.array(id).min(1).optional();

const lists = {
  options: menuOptions.max(LIMITS.selectOptions).optional(),
  option_groups: z.array(optionGroup).min(1).max(LIMITS.optionGroups).optional(),
};
const external = { min_query_length: z.int().min(0).optional() };
const conversations = {
  default_to_current_conversation: z.boolean().optional(),
  filter: conversationFilter.optional(),
};
/** Only lives in a modal; check-surface.ts sees to that. */
const responseUrl = { response_url_enabled: z.boolean().optional() };

interface StaticMenu {
  readonly options?: readonly unknown[] | undefined;
  readonly option_groups?: readonly { readonly options: readonly unknown[] }[] | undefined;
}

const hasOneList = (menu: StaticMenu) => (menu.options === undefined) !== (menu.option_groups === undefined);
const ONE_LIST = 'must provide one of: options, option_groups';

const offers = (menu: StaticMenu, chosen: unknown) =>
  [...(menu.options ?? []), ...(menu.option_groups ?? []).flatMap((group) => group.options)].some((option) =>
    isDeepStrictEqual(option, chosen),
  );
const NOT_OFFERED = 'must exactly match one of the provided options';

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...common,
    ...lists,
    initial_option: menuOption.optional(),
  })
  .refine(hasOneList, ONE_LIST)
  .refine((menu) => menu.initial_option === undefined || offers(menu, menu.initial_option), {
    error: NOT_OFFERED,
    path: ['initial_option'],
  });

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...multi,
    ...lists,
    initial_options: menuOptions.optional(),
  })
  .refine(hasOneList, ONE_LIST)
  .refine((menu) => (menu.initial_options ?? []).every((option) => offers(menu, option)), {
    error: NOT_OFFERED,
    path: ['initial_options'],
  });

/** docs: block-elements/select-menu-element and multi-select-menu-element, one schema a type. */
export const selectElements = [
  staticSelect,
  multiStaticSelect,
  z.strictObject({
    type: z.literal('external_select'),
    ...common,
    ...external,
    initial_option: menuOption.optional(),
  }),
  z.strictObject({
    type: z.literal('multi_external_select'),
    ...multi,
    ...external,
    initial_options: menuOptions.optional(),
  }),
  z.strictObject({ type: z.literal('users_select'), ...common, initial_user: id.optional() }),
  z.strictObject({ type: z.literal('multi_users_select'), ...multi, initial_users: ids }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...common,
    ...conversations,
    ...responseUrl,
    initial_conversation: id.optional(),
  }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...multi,
    ...conversations,
    initial_conversations: ids,
  }),
  z.strictObject({
    type: z.literal('channels_select'),
    ...common,
    ...responseUrl,
    initial_channel: id.optional(),
  }),
  z.strictObject({ type: z.literal('multi_channels_select'), ...multi, initial_channels: ids }),
] as const;
