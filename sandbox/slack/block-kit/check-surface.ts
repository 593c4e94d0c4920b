import type { Finding } from './problem.ts';
import { isObject, pointerTo, walk } from './walk.ts';

/** Where blocks are drawn. */
export type Surface = 'message' | 'home' | 'modal';

const EVERYWHERE = ['actions', 'context', 'divider', 'header', 'image', 'input', 'rich_text', 'section'];

/**
 * Blocks a surface draws: docs.slack.dev/blocks.json, less what was seen not to draw there (tables and cards in views).
 * `file` is missing everywhere: Slack sends it, nobody else can.
 */
const BLOCKS: Readonly<Record<Surface, ReadonlySet<string>>> = {
  message: new Set([
    ...EVERYWHERE,
    'card',
    'carousel',
    'container',
    'context_actions',
    'data_table',
    'data_visualization',
    'markdown',
    'plan',
    'table',
    'task_card',
    'video',
  ]),
  home: new Set(EVERYWHERE),
  modal: new Set([...EVERYWHERE, 'alert']),
};

/** Elements that not every surface takes; any other goes wherever its block goes. */
const ELEMENTS: ReadonlyMap<string, readonly Surface[]> = new Map<string, readonly Surface[]>([
  ['datetimepicker', ['message', 'modal']],
  ['email_text_input', ['modal']],
  ['number_input', ['modal']],
  ['url_text_input', ['modal']],
  ['file_input', ['modal']],
  ['rich_text_input', ['home', 'modal']],
  ['workflow_button', ['message']],
  ['feedback_buttons', ['message']],
  ['icon_button', ['message']],
]);

const misplaced = (type: string, surface: Surface, pointer: string): Finding => ({
  text: `unsupported type: ${type} (not in a ${surface})`,
  pointer: pointerTo(pointer, 'type'),
});

function elementFindings(block: unknown, surface: Surface, pointer: string): Finding[] {
  return [...walk(block, pointer)].flatMap(({ object, pointer: at }) => {
    const { type, response_url_enabled: wantsResponseUrl } = object;
    if (typeof type === 'string' && ELEMENTS.get(type)?.includes(surface) === false) {
      return [misplaced(type, surface, at)];
    }
    // docs: select-menu-element: "This field only works with menus in input blocks in modals."
    const isInInput = isObject(block) && block.type === 'input';
    return wantsResponseUrl === true && (surface !== 'modal' || !isInInput)
      ? [{ text: 'only allowed in input blocks of a modal', pointer: pointerTo(at, 'response_url_enabled') }]
      : [];
  });
}

/** Blocks and elements that this surface does not draw. Unknown types are not its business. */
export function checkSurface(blocks: readonly unknown[], surface: Surface, parent: string): Finding[] {
  return blocks.flatMap((block, index) => {
    const pointer = pointerTo(parent, index);
    const type = isObject(block) ? block.type : undefined;
    const isKnown =
      typeof type === 'string' && (type === 'file' || Object.values(BLOCKS).some((set) => set.has(type)));
    if (isKnown && !BLOCKS[surface].has(type)) return [misplaced(type, surface, pointer)];
    return elementFindings(block, surface, pointer);
  });
}
