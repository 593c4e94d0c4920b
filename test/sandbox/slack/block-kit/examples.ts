import { expect } from 'vitest';
import {
  type BlockProblem,
  validateMessage,
  validateView,
} from '../../../../sandbox/slack/block-kit/validate.ts';

type Json = Record<string, unknown>;

export const letters = (count: number) => 'x'.repeat(count);
export const plain = (length = 3): Json => ({ type: 'plain_text', text: letters(length) });
export const mrkdwn = (length = 3): Json => ({ type: 'mrkdwn', text: letters(length), verbatim: true });
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const option = (index = 0): Json => ({ text: plain(), value: `v${index}` });
export const button = (more: Json = {}): Json => ({ type: 'button', text: plain(), ...more });
export const actions = (...elements: Json[]): Json => ({ type: 'actions', elements });
export const section = (more: Json = {}): Json => ({ type: 'section', text: plain(), ...more });
export const input = (element: Json, more: Json = {}): Json => ({
  type: 'input',
  label: plain(),
  element,
  ...more,
});
export const divider: Json = { type: 'divider' };

export const inMessage = (...blocks: unknown[]) => validateMessage({ text: 'what happened', blocks });
export const inHome = (...blocks: unknown[]) => validateView({ type: 'home', blocks });
export const modal = (blocks: unknown[], more: Json = {}): Json => ({
  type: 'modal',
  title: plain(),
  submit: plain(),
  blocks,
  ...more,
});
export const inModal = (...blocks: unknown[]) => validateView(modal(blocks));

/** A limit on the block that `build` makes: `max` passes, one more is refused at `at`, a pointer inside the block. */
export interface LimitCase {
  readonly what: string;
  readonly max: number;
  readonly unit?: 'items';
  readonly at: string;
  readonly build: (count: number) => unknown;
  readonly surface?: 'modal';
}

/** For `test.each`: the name of the case first. */
export const named = (cases: readonly LimitCase[]): [string, LimitCase][] =>
  cases.map((one) => [`${one.what}: ${one.max} pass, ${one.max + 1} do not`, one]);

export function expectLimit({ max, unit, at, build, surface }: LimitCase) {
  const validate = surface ? inModal : inMessage;
  const pointer = `${surface ? '/view/blocks/0' : '/blocks/0'}${at}`;
  const text = unit ? `no more than ${max} items allowed` : `must be less than ${max + 1} characters`;
  const code = surface ? 'invalid_arguments' : 'invalid_blocks';
  expect(validate(build(max))).toEqual([]);
  expect(validate(build(max + 1))).toContainEqual({
    code,
    pointer,
    message: `${text} [json-pointer:${pointer}]`,
  });
}

/** What is said, without code and pointer. */
export const messagesOf = (problems: readonly BlockProblem[]) =>
  problems.map(({ message }) => message.replace(/ \[json-pointer:.*/, ''));
