import { expect } from 'vitest';
import { drawn } from './drawn.ts';

/** Lines; or blocks, alone or of a view, to be drawn as lines. */
type State = readonly (string | object)[] | { readonly blocks: readonly unknown[] };

const linesOf = (state: State) =>
  ('blocks' in state ? state.blocks : state).flatMap((one) => (typeof one === 'string' ? one : drawn([one])));
/** Dates as on a device that cannot draw them. test/flow/cards has the drawn ones. */
const plainDates = (line: string) => line.replaceAll(/<!date[^|>]*\|([^>]*)>/g, '<$1>');

/** Long states keep their beginning, their end and the number of lines between. */
const inBrief = (lines: readonly string[]) =>
  lines.length > 20 ? [...lines.slice(0, 6), `(${lines.length - 12} lines)`, ...lines.slice(-6)] : lines;

/** Stores what a person reads in rare states, by name, in `states/FILE.txt`. Every change appears in the difference. */
export const storedStates = (file: string, states: Readonly<Record<string, State>>) =>
  expect(
    Object.entries(states)
      .map(([name, state]) => `### ${name}\n${inBrief(linesOf(state).map(plainDates)).join('\n')}\n`)
      .join('\n'),
  ).toMatchFileSnapshot(`states/${file}.txt`);
