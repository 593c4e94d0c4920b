import { expect } from 'vitest';
import { drawn } from './drawn.ts';

/** Lines, or blocks to be drawn as lines. */
type State = readonly string[] | { readonly blocks: readonly unknown[] };

const linesOf = (state: State) => ('blocks' in state ? drawn(state.blocks) : state);
/** As a device shows them that cannot draw them: how they are drawn elsewhere, test/flow/cards has. */
const plainDates = (line: string) => line.replaceAll(/<!date[^|>]*\|([^>]*)>/g, '<$1>');

/** Of a long one its beginning, its end, and how much is between. */
const inBrief = (lines: readonly string[]) =>
  lines.length > 20 ? [...lines.slice(0, 6), `(${lines.length - 12} lines)`, ...lines.slice(-6)] : lines;

/** What a person reads in states that are rare, by name, in `states/FILE.txt`: a change of any shows in the difference. */
export const storedStates = (file: string, states: Readonly<Record<string, State>>) =>
  expect(
    Object.entries(states)
      .map(([name, state]) => `### ${name}\n${inBrief(linesOf(state).map(plainDates)).join('\n')}\n`)
      .join('\n'),
  ).toMatchFileSnapshot(`states/${file}.txt`);
