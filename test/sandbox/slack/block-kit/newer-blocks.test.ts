import { describe, expect, test } from 'vitest';
import {
  button,
  divider,
  expectLimit,
  inMessage,
  letters,
  messagesOf,
  mrkdwn,
  named,
  plain,
  times,
} from './examples.ts';

const cell = (text = 'a') => ({ type: 'raw_text', text });
const table = (rows: unknown[][], more = {}) => ({ type: 'table', rows, ...more });
const dataTable = (rows: number, more = {}) => ({
  type: 'data_table',
  caption: 'c',
  rows: times(rows, () => [cell()]),
  ...more,
});
const card = (more: Record<string, unknown>) => ({ type: 'card', ...more });
const container = (count: number, more = {}) => ({
  type: 'container',
  title: plain(),
  child_blocks: times(count, () => divider),
  ...more,
});
const video = {
  type: 'video',
  video_url: 'https://example.com/v',
  thumbnail_url: 'https://example.com/t',
  alt_text: 'a',
  title: plain(),
};
const task = { type: 'task_card', task_id: 't', title: 'a', status: 'complete' };

describe('a newer block at its limit', () => {
  test.each(
    named([
      {
        what: 'table rows',
        max: 100,
        unit: 'items',
        at: '/rows',
        build: (n) => table(times(n, () => [cell()])),
      },
      {
        what: 'table cells in a row',
        max: 20,
        unit: 'items',
        at: '/rows/0',
        build: (n) => table([times(n, () => cell())]),
      },
      {
        what: 'column_settings',
        max: 20,
        unit: 'items',
        at: '/column_settings',
        build: (n) => table([[cell()]], { column_settings: times(n, () => ({ align: 'right' })) }),
      },
      {
        what: 'data_table rows with its header',
        max: 101,
        unit: 'items',
        at: '/rows',
        build: (n) => dataTable(n),
      },
      { what: 'markdown', max: 12_000, at: '/text', build: (n) => ({ type: 'markdown', text: letters(n) }) },
      { what: 'card title', max: 150, at: '/title/text', build: (n) => card({ title: mrkdwn(n) }) },
      {
        what: 'card subtitle',
        max: 150,
        at: '/subtitle/text',
        build: (n) => card({ title: mrkdwn(), subtitle: mrkdwn(n) }),
      },
      { what: 'card body', max: 200, at: '/body/text', build: (n) => card({ body: mrkdwn(n) }) },
      {
        what: 'card actions, the stricter of two sources',
        max: 2,
        unit: 'items',
        at: '/actions',
        build: (n) => card({ actions: times(n, () => button()) }),
      },
      {
        what: 'carousel',
        max: 10,
        unit: 'items',
        at: '/elements',
        build: (n) => ({ type: 'carousel', elements: times(n, () => card({ body: mrkdwn() })) }),
      },
      {
        what: 'alert',
        max: 200,
        at: '/text/text',
        build: (n) => ({ type: 'alert', text: plain(n) }),
        surface: 'modal',
      },
      {
        what: 'container title',
        max: 150,
        at: '/title/text',
        build: (n) => container(1, { title: plain(n) }),
      },
      {
        what: 'container subtitle',
        max: 150,
        at: '/subtitle/text',
        build: (n) => container(1, { subtitle: plain(n) }),
      },
      { what: 'container blocks', max: 10, unit: 'items', at: '/child_blocks', build: (n) => container(n) },
      { what: 'video title', max: 199, at: '/title/text', build: (n) => ({ ...video, title: plain(n) }) },
      {
        what: 'video author',
        max: 49,
        at: '/author_name',
        build: (n) => ({ ...video, author_name: letters(n) }),
      },
    ]),
  )('%s', (_name, limit) => expectLimit(limit));

  test('data_table page_size: 100 passes, 101 does not', () => {
    expect(inMessage(dataTable(2, { page_size: 100 }))).toEqual([]);
    expect(messagesOf(inMessage(dataTable(2, { page_size: 101 })))).toEqual(['must be less than 101']);
  });
});

describe('a newer block that Slack takes', () => {
  test.each([
    ['a number in a table', table([[{ type: 'raw_number', value: 3, text: '3' }]])],
    ['a plan', { type: 'plan', title: 'p', tasks: [task] }],
    ['a task with sources', { ...task, sources: [{ type: 'url', url: 'https://example.com', text: 't' }] }],
    ['a chart, whose shape is in no installed type', { type: 'data_visualization', anything: 1 }],
  ])('%s', (_name, block) => expect(inMessage(block)).toEqual([]));
});

describe('a newer block that Slack refuses', () => {
  test.each<[string, unknown, string[]]>([
    ['an empty table cell', table([[cell('')]]), ['must be more than 0 characters']],
    ['a table without rows', table([]), ['no less than 1 items allowed']],
    [
      'a data_table of rows unequal',
      dataTable(2, { rows: [[cell()], [cell(), cell()]] }),
      ['every row must have the same number of columns'],
    ],
    [
      'a data_table without caption',
      { ...dataTable(2), caption: undefined },
      ['missing required field: caption'],
    ],
    [
      'a card with only a subtitle',
      card({ subtitle: mrkdwn() }),
      ['must provide one of: hero_image, title, actions, body'],
    ],
    [
      'a container with no title',
      { ...container(1), title: undefined },
      ['must provide one of: title, rich_text_title'],
    ],
    [
      'a container in a container',
      container(0, { child_blocks: [container(1)] }),
      ['unsupported type: container'],
    ],
    [
      'a container both ruled and foldable',
      container(1, { has_header_divider: true, is_collapsible: true }),
      ['has_header_divider and is_collapsible exclude each other'],
    ],
    [
      'a task in an unknown state',
      { ...task, status: 'done' },
      ['must be one of: pending, in_progress, complete, error'],
    ],
    [
      'an icon there is not',
      {
        type: 'context_actions',
        elements: [{ type: 'icon_button', icon: 'star', text: plain() }],
      },
      ['must be one of: trash'],
    ],
  ])('%s', (_name, block, said) => expect(messagesOf(inMessage(block))).toEqual(said));
});
