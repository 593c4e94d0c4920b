import { describe, expect, test } from 'vitest';
import {
  actions,
  divider,
  inHome,
  inMessage,
  inModal,
  input,
  messagesOf,
  mrkdwn,
  plain,
  section,
} from './examples.ts';

const surfaces = { message: inMessage, home: inHome, modal: inModal };
type Surface = keyof typeof surfaces;

const textCell = [[{ type: 'raw_text', text: 'a' }]];
const blocks: Record<string, unknown> = {
  actions: actions({ type: 'button', text: plain() }),
  context: { type: 'context', elements: [mrkdwn()] },
  divider,
  header: { type: 'header', text: plain() },
  image: { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' },
  input: input({ type: 'plain_text_input' }),
  rich_text: {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] }],
  },
  section: section(),
  alert: { type: 'alert', text: plain() },
  card: { type: 'card', body: mrkdwn() },
  carousel: { type: 'carousel', elements: [{ type: 'card', body: mrkdwn() }] },
  container: { type: 'container', title: plain(), child_blocks: [divider] },
  data_table: { type: 'data_table', caption: 'c', rows: [...textCell, ...textCell] },
  data_visualization: { type: 'data_visualization' },
  context_actions: {
    type: 'context_actions',
    elements: [{ type: 'icon_button', icon: 'trash', text: plain() }],
  },
  file: { type: 'file', source: 'remote', external_id: 'a' },
  markdown: { type: 'markdown', text: 'a' },
  plan: { type: 'plan', title: 'a' },
  table: { type: 'table', rows: textCell },
  task_card: { type: 'task_card', task_id: 't', title: 'a', status: 'complete' },
  video: {
    type: 'video',
    video_url: 'https://example.com/v',
    thumbnail_url: 'https://example.com/t',
    alt_text: 'a',
    title: plain(),
  },
};

const everywhere = ['actions', 'context', 'divider', 'header', 'image', 'input', 'rich_text', 'section'];
const onlyIn: Record<Surface, string[]> = {
  message: [
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
  ],
  home: [],
  modal: ['alert'],
};

describe.each(Object.keys(surfaces) as Surface[])('a %s', (surface) => {
  test.each(Object.keys(blocks))('%s goes where Slack draws it, and nowhere else', (type) => {
    const isDrawn = everywhere.includes(type) || onlyIn[surface].includes(type);
    const pointer = surface === 'message' ? '/blocks/0/type' : '/view/blocks/0/type';
    const refused = {
      code: surface === 'message' ? 'invalid_blocks' : 'invalid_arguments',
      pointer,
      message: `unsupported type: ${type} (not in a ${surface}) [json-pointer:${pointer}]`,
    };
    expect(surfaces[surface](blocks[type])).toEqual(isDrawn ? [] : [refused]);
  });
});

describe('elements that not every surface takes', () => {
  const workflow = { trigger: { url: 'https://slack.com/shortcuts/Ft1/a' } };
  test.each<[string, unknown, Surface[]]>([
    ['a datetimepicker', actions({ type: 'datetimepicker' }), ['message', 'modal']],
    ['an e-mail input', input({ type: 'email_text_input' }), ['modal']],
    ['a number input', input({ type: 'number_input', is_decimal_allowed: true }), ['modal']],
    ['an address input', input({ type: 'url_text_input' }), ['modal']],
    ['a file input', input({ type: 'file_input' }), ['modal']],
    ['a rich text input', input({ type: 'rich_text_input' }), ['home', 'modal']],
    ['a workflow button', actions({ type: 'workflow_button', text: plain(), workflow }), ['message']],
  ])('%s', (_name, block, allowed) => {
    const taken = (Object.keys(surfaces) as Surface[]).filter(
      (surface) => surfaces[surface](block).length === 0,
    );
    expect(taken).toEqual(allowed);
  });
});

test('a type named like something every object has is unknown, no more', () => {
  expect(messagesOf(inMessage(actions({ type: 'constructor' })))).toEqual(['unsupported type: constructor']);
  expect(messagesOf(inMessage({ type: 'toString' }))).toEqual(['unsupported type: toString']);
});
