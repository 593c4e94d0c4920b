import { describe, expect, test } from 'vitest';
import { NOT_CHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { durationOf, type FaultResult, faultList, faultSummary, readingOf } from './fault-table.ts';

describe('the table of faults', () => {
  test.each([
    [20, 'at once'],
    [2_600, '1–5 s'],
    [6_000, '5–10 s'],
    [20_200, '20 s'],
    [26_000, '26 s'],
  ])('%i ms reads %s', (ms, said) => {
    expect(durationOf(ms)).toBe(said);
  });

  test('three lines of what was read, without what changes from run to run', () => {
    expect(
      readingOf('1001 · fine, 7\u00A0s ago\n\nSaid 12\u00A0min ago. Try again in 3\u00A0s.\nmore\nand more'),
    ).toBe('1001 · fine, just now ⏎ Said just now. Try again in some seconds. ⏎ more');
  });

  test('what is long is cut where it can be seen', () => {
    expect(readingOf('x'.repeat(400))).toMatch(/^x{149}…$/);
  });

  const result = (group: string, text: string, more: Partial<FaultResult['seen']> = {}): FaultResult => ({
    group,
    row: { fault: 'a fault', given: 'a token', reads: /./, act: async () => ({ text, afterMs: 10 }) },
    seen: { text, afterMs: 10, ...more },
    problems: [],
  });
  const RESULTS = [
    result('The service', `❔ 1001 · ${NOT_CHECKED}\nTry again.`),
    result('The service', `❔ 1001\n${words.card.was('✅', 'Fine')}`, {
      afterMs: 6_000,
    }),
    result('The service', `1001 · ${words.failure['invalid-id']('1001').title}.`),
    result('Slack', 'Slack: operation_timeout', { lost: 'that one command' }),
    { ...result('Slack', ''), problems: ['silence'] },
  ];

  test('the summary has a line a group: what people were left with, how long it took at most, whether something was lost', () => {
    expect(faultSummary(RESULTS).split('\n')).toEqual([
      '5 faults, 4 of them as they should be.',
      '',
      '| Where | Faults | What people were left with | After at most | Something lost |',
      '| --- | --- | --- | --- | --- |',
      '| [The service](reliability-faults.md#the-service) | 3 | a clear failure: 2 · the answer of before, with its age: 1 | 5–10 s | 0 |',
      '| [Slack](reliability-faults.md#slack) | 2 | Slack’s own error: 1 · **silence**: 1 | at once | 1 |',
    ]);
  });

  test('the list names the faults by group, what people were left with, and what was lost', () => {
    expect(
      faultList([...RESULTS, ...RESULTS])
        .split('\n')
        .slice(2),
    ).toEqual([
      '## The service',
      '',
      '- **a clear failure**: a fault.',
      '- **the answer of before, with its age**: a fault.',
      '',
      '## Slack',
      '',
      '- **Slack’s own error**: a fault.',
      '- **silence**: a fault.',
      '- **Lost: that one command**: a fault.',
    ]);
  });
});
