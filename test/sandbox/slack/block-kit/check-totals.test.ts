import { describe, expect, test } from 'vitest';
import { inHome, inMessage, inModal, letters, messagesOf, section, times } from './examples.ts';

const table = (length: number) => ({ type: 'table', rows: [[{ type: 'raw_text', text: letters(length) }]] });
const markdown = (length: number) => ({ type: 'markdown', text: letters(length) });
const texts = (...lengths: number[]) =>
  lengths.map((length) => section({ text: { type: 'plain_text', text: letters(length) } }));
const bytes = (blocks: unknown[]) => Buffer.byteLength(JSON.stringify(blocks));

/** Sections whose JSON takes exactly `total` bytes. */
const blocksOf = (total: number) => {
  const full = [2500, 2500, 2500, 2500];
  return texts(...full, total - bytes(texts(...full, 0)));
};

describe('limits of a message as a whole', () => {
  test('13,200 bytes of blocks pass, one more does not', () => {
    expect(bytes(blocksOf(13_200))).toBe(13_200);
    expect(inMessage(...blocksOf(13_200))).toEqual([]);
    expect(inMessage(...blocksOf(13_201))).toEqual([
      {
        code: 'msg_blocks_too_long',
        pointer: '/blocks',
        message: 'no more than 13200 bytes of blocks allowed, found 13201 [json-pointer:/blocks]',
      },
    ]);
  });

  test('letters beyond ASCII count with all their bytes', () => {
    const turkish = section({ text: { type: 'plain_text', text: 'ş'.repeat(2900) } });
    expect(inMessage(turkish, turkish)).toEqual([]);
    expect(inMessage(turkish, turkish, turkish).map(({ code }) => code)).toEqual(['msg_blocks_too_long']);
  });

  test('a view may be longer than a message', () => {
    expect(inModal(...blocksOf(13_201))).toEqual([]);
    expect(inHome(...blocksOf(13_201))).toEqual([]);
  });

  test('12,000 characters of markdown pass over all blocks, one more does not', () => {
    expect(inMessage(markdown(6000), markdown(6000))).toEqual([]);
    expect(inMessage(markdown(6000), markdown(6001))).toEqual([
      {
        code: 'msg_blocks_too_long',
        pointer: '/blocks',
        message: 'no more than 12000 characters of markdown allowed, found 12001 [json-pointer:/blocks]',
      },
    ]);
  });

  test('10,000 characters in a table pass, one more does not', () => {
    const rows = (last: number) => ({ type: 'table', rows: [...table(5000).rows, ...table(last).rows] });
    expect(inMessage(rows(5000))).toEqual([]);
    expect(messagesOf(inMessage(rows(5001)))).toEqual([
      'no more than 10000 characters in tables allowed, found 10001',
    ]);
  });

  test('one table passes, the second does not', () => {
    expect(inMessage(table(1))).toEqual([]);
    expect(inMessage(table(1), table(1))).toEqual([
      {
        code: 'only_one_table_allowed',
        pointer: '/blocks/1/type',
        message: 'only one table allowed [json-pointer:/blocks/1/type]',
      },
    ]);
  });

  test('two charts pass, the third does not', () => {
    const charts = (count: number) => times(count, () => ({ type: 'data_visualization' }));
    expect(inMessage(...charts(2))).toEqual([]);
    expect(inMessage(...charts(3))).toEqual([
      {
        code: 'invalid_blocks',
        pointer: '/blocks/2/type',
        message: 'no more than 2 data_visualization blocks allowed [json-pointer:/blocks/2/type]',
      },
    ]);
  });

  test('a task belongs into the plan, not beside it', () => {
    const task = { type: 'task_card', task_id: 't', title: 'a', status: 'pending' };
    const plan = { type: 'plan', title: 'p' };
    expect(inMessage({ ...plan, tasks: [task] })).toEqual([]);
    expect(messagesOf(inMessage(plan, task))).toEqual(['a task_card cannot stand beside a plan']);
  });
});
