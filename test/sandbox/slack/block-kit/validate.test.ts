import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateMessage, validateView } from '../../../../sandbox/slack/block-kit/validate.ts';

type Json = Record<string, unknown>;

const x = (count: number) => 'x'.repeat(count);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const plain = (text = 'abc'): Json => ({ type: 'plain_text', text });
const mrkdwn = (text: string, verbatim = true) => ({ type: 'mrkdwn', text, verbatim });
const section = (more: Json = {}): Json => ({ type: 'section', text: plain(), ...more });
const button = (more: Json = {}): Json => ({ type: 'button', text: plain(), ...more });
const actions = (...elements: Json[]): Json => ({ type: 'actions', elements });
const input = (element: Json, more: Json = {}): Json => ({ type: 'input', label: plain(), element, ...more });
const option = (value: string): Json => ({ text: plain(), value });
const select = (more: Json = {}): Json => ({ type: 'static_select', options: [option('a')], ...more });
const rich = (...elements: Json[]): Json => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const CONFIRM = { title: plain(), text: plain(), confirm: plain(), deny: plain() };
const divider: Json = { type: 'divider' };
const modal = (blocks: unknown[], more: Json = {}): Json => ({
  type: 'modal',
  title: plain(),
  submit: plain(),
  blocks,
  ...more,
});

const inMessage = (...blocks: unknown[]) =>
  validateMessage({ text: 'what happened', blocks }).map(({ code, pointer }) => `${code} ${pointer}`);
const inView = (view: unknown) => validateView(view).map(({ code, pointer }) => `${code} ${pointer}`);
const inModal = (...blocks: unknown[]) => inView(modal(blocks));

const choosing = (more: Json) => actions(select(more));
const asking = (more: Json) => actions(button({ confirm: { ...CONFIRM, ...more } }));
const buttons = (count: number) => times(count, (at) => button({ action_id: `a${at}` }));
const options = (count: number) => times(count, (at) => option(`v${at}`));

/** Limits: Slack accepts `max` and refuses one more, at this pointer. */
const LIMITS: readonly [what: string, max: number, make: (count: number) => Json, at: string][] = [
  ['section text', 3000, (n) => section({ text: plain(x(n)) }), '/text/text'],
  ['fields', 10, (n) => section({ fields: times(n, () => plain()) }), '/fields'],
  ['field', 2000, (n) => section({ fields: [plain(x(n))] }), '/fields/0/text'],
  ['header', 150, (n) => ({ type: 'header', text: plain(x(n)) }), '/text/text'],
  ['context', 10, (n) => ({ type: 'context', elements: times(n, () => plain()) }), '/elements'],
  ['actions', 25, (n) => actions(...buttons(n)), '/elements'],
  ['button text', 75, (n) => actions(button({ text: plain(x(n)) })), '/elements/0/text/text'],
  ['button value', 2000, (n) => actions(button({ value: x(n) })), '/elements/0/value'],
  ['action_id', 255, (n) => actions(button({ action_id: x(n) })), '/elements/0/action_id'],
  ['block_id', 255, (n) => section({ block_id: x(n) }), '/block_id'],
  ['label', 2000, (n) => input(select(), { label: plain(x(n)) }), '/label/text'],
  ['hint', 2000, (n) => input(select(), { hint: plain(x(n)) }), '/hint/text'],
  ['placeholder', 150, (n) => input(select({ placeholder: plain(x(n)) })), '/element/placeholder/text'],
  ['options', 100, (n) => choosing({ options: options(n) }), '/elements/0/options'],
  ['option value', 75, (n) => choosing({ options: [option(x(n))] }), '/elements/0/options/0/value'],
  ['overflow', 5, (n) => actions({ type: 'overflow', options: options(n) }), '/elements/0/options'],
  ['confirm text', 300, (n) => asking({ text: plain(x(n)) }), '/elements/0/confirm/text/text'],
  ['confirm button', 30, (n) => asking({ deny: plain(x(n)) }), '/elements/0/confirm/deny/text'],
  ['text', 3000, (n) => input({ type: 'plain_text_input', initial_value: x(n) }), '/element/initial_value'],
];

test.each(LIMITS)('accepts a %s of %i and refuses one more', (_what, max, make, at) => {
  expect(inMessage(make(max))).toEqual([]);
  expect(inMessage(make(max + 1))).toEqual([`invalid_blocks /blocks/0${at}`]);
});

test('limits a message as a whole, and a view', () => {
  expect(inMessage(...times(50, () => divider))).toEqual([]);
  expect(inMessage(...times(51, () => divider))).toEqual(['invalid_blocks /blocks']);
  expect(inView({ type: 'home', blocks: times(100, () => divider) })).toEqual([]);
  expect(inView({ type: 'home', blocks: times(101, () => divider) })).toEqual([
    'invalid_arguments /view/blocks',
  ]);
  const filled = (last: number) => [
    ...times(4, () => section({ text: plain(x(3000)) })),
    section({ text: plain(x(last)) }),
  ];
  // Slack adds a `block_id` of five characters to each.
  const spare = 13_200 - JSON.stringify(filled(0)).length - 5 * ',"block_id":"x1y2z"'.length;
  expect(inMessage(...filled(spare))).toEqual([]);
  expect(inMessage(...filled(spare + 1))).toEqual(['msg_blocks_too_long /blocks']);
  expect(inView(modal(times(90, () => section({ text: plain(x(2900)) }))))).toEqual(['view_too_large /view']);
  expect(validateMessage({ text: x(40_001) })).toMatchObject([{ code: 'msg_too_long' }]);
  for (const field of ['title', 'submit', 'close']) {
    expect(inView(modal([divider], { [field]: plain(x(24)) }))).toEqual([]);
    expect(inView(modal([divider], { [field]: plain(x(25)) }))).toEqual([
      `invalid_arguments /view/${field}/text`,
    ]);
  }
});

const URL_MENU = { type: 'conversations_select', response_url_enabled: true };
const twice = <T>(one: T): [T, T] => [one, one];

/** What is wrong, and the only problem in `/blocks/` of a message. */
test.each<[what: string, found: string[], at: string]>([
  ['an unknown block', inMessage({ type: 'table', rows: [] }), '0/type'],
  ['an unknown element', inMessage(actions({ type: 'checkboxes' })), '0/elements/0/type'],
  ['an unknown property', inMessage(section({ surprise: 1 })), '0'],
  ['an empty text', inMessage(section({ text: plain('') })), '0/text/text'],
  ['a section of nothing', inMessage({ type: 'section' }), '0'],
  ['a header in mrkdwn', inMessage({ type: 'header', text: { type: 'mrkdwn', text: 'a' } }), '0/text/type'],
  [
    'an option not offered',
    inMessage(choosing({ initial_option: option('b') })),
    '0/elements/0/initial_option',
  ],
  ['a menu of nothing', inMessage(choosing({ options: undefined })), '0/elements/0/options'],
  ['an action_id twice', inMessage(actions(...twice(button({ action_id: 'a' })))), '0/elements/1/action_id'],
  ['a block_id twice', inMessage(...twice(section({ block_id: 'a' }))), '1/block_id'],
  ['a response_url in a message', inMessage(actions(URL_MENU)), '0/elements/0/response_url_enabled'],
])('refuses %s', (_what, found, at) => expect(found).toEqual([`invalid_blocks /blocks/${at}`]));

/** The same in `/view` of a window or Home. */
test.each<[what: string, found: string[], at: string]>([
  [
    'two cursors',
    inModal(...twice(input({ type: 'plain_text_input', focus_on_load: true }))),
    '/blocks/1/element/focus_on_load',
  ],
  ['an input that nobody can submit', inView(modal([input(select())], { submit: undefined })), ''],
  [
    'more text in an input than it takes',
    inModal(input({ type: 'plain_text_input', max_length: 5, initial_value: x(6) })),
    '/blocks/0/element',
  ],
  ['a Home with a title', inView({ type: 'home', title: plain(), blocks: [divider] }), ''],
  ['a window without blocks', inView(modal([])), '/blocks'],
  ['a window of no type', inView({ blocks: [divider] }), '/type'],
])('refuses %s', (_what, found, at) => expect(found).toEqual([`invalid_arguments /view${at}`]));

test('accepts an action_id in two blocks, and a response_url in a window', () => {
  expect(inMessage(...twice(actions(button({ action_id: 'a' }))))).toEqual([]);
  expect(inModal(input(URL_MENU))).toEqual([]);
});

test.each([
  [{}, ['no_text']],
  [{ text: '', blocks: [] }, ['no_text']],
  [{ blocks: [divider] }, ['no_fallback_text']],
  [{ text: 5 }, ['invalid_arguments']],
  [{ text: 'a', blocks: '[]' }, ['invalid_blocks_format']],
  [{ text: 'a', blocks: [section({ accessory: undefined })] }, []],
])('validates the message %j', (message, codes) =>
  expect(validateMessage(message).map(({ code }) => code)).toEqual(codes),
);

test.each([
  ['<!date^1795219200^{ago}|2 h ago>', []],
  ['<!date^1795219200^at {time}|02:40>', []],
  ['said &lt;!date^nonsense', []],
  ['<!date^1795219200000^{ago}|x>', ['invalid_date_token']],
  ['<!date^soon^{ago}|x>', ['invalid_date_token']],
  ['<!date^1795219200^{ago}>', ['invalid_date_token']],
  ['<!date^1795219200^{when}|x>', ['invalid_date_token']],
  ['<!date^1795219200^today|x>', ['invalid_date_token']],
  ['<!date^1795219200^{ago} {time|x>', ['invalid_date_token']],
  ['<!date^1795219200^{ago}^https://example.com/a|x>', ['invalid_date_token']],
  ['<!date^1795219200^{ago}|x', ['invalid_date_token']],
  ['<!date^1^{ago}|a> <!date^x^{ago}|b> <!date^2^{no}|c>', ['invalid_date_token', 'invalid_date_token']],
  ['<!channel>', ['would_ping']],
  ['<!HERE|here>', ['would_ping']],
  ['<!subteam^S1|@ops>', ['would_ping']],
  ['@here', []],
  ['<@U123> and <#C123|ops>', []],
])('validates the text %s', (text, codes) => {
  expect(validateMessage({ text }).map(({ code }) => code)).toEqual(codes);
  const problems = validateMessage({ text: 'a', blocks: [section({ text: mrkdwn(text) })] });
  expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual(
    codes.map((code) => [code, '/blocks/0/text/text']),
  );
});

test('refuses a mention of everybody wherever Slack would notify them', () => {
  const pings = (block: unknown) => inMessage(block).map((problem) => problem.split(' ')[0]);
  expect(pings(section({ text: mrkdwn('hi @channel!', false) }))).toEqual(['would_ping']);
  expect(pings(section({ text: mrkdwn('someone@here.example', false) }))).toEqual([]);
  expect(pings(section({ text: plain('@here') }))).toEqual([]);
  expect(pings(section({ fields: [mrkdwn('<!here>')] }))).toEqual(['would_ping']);
  expect(pings(rich({ type: 'broadcast', range: 'here' }))).toEqual(['invalid_blocks']);
  expect(pings(rich({ type: 'date', timestamp: 1795219200, format: '{when}', fallback: 'x' }))).toEqual([
    'invalid_date_token',
  ]);
});

test('reports problems for any JSON, and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const problems = [...validateMessage({ text: value, blocks: [value] }), ...validateView(value)];
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.every(({ code, message }) => code !== '' && message !== '')).toBe(true);
    }),
  );
});
