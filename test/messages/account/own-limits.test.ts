import { expect, it } from 'vitest';
import type { Exceptions, Thresholds } from '../../../src/account/verdict.ts';
import { ownLimits } from '../../../src/slack/card/card-fields.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { account, answer, CRITICAL, THRESHOLDS } from '../samples.ts';

const { card } = words;
const LATE = { value: 80, unit: 'hour', setBy: 'rules.yaml: weekly customers' } as const;
const linesOf = (thresholds: Partial<Thresholds>, exceptions: Exceptions = {}, about = account()) => {
  const { verdict } = answer(about);
  return drawn(ownLimits({ ...verdict, thresholds: { ...THRESHOLDS, ...thresholds }, exceptions }, words));
};

it('good news by the settings alone says nothing of limits', () => {
  expect(linesOf({})).toEqual([]);
});

it('good news by limits of its own names them and their rule', () => {
  expect(linesOf({ late: LATE })).toEqual([
    `~ ${card.ownLimits([card.ownLimit(card.lateAfter(LATE), 'weekly customers')])}`,
  ]);
});

it('limits of one rule stand together, and weekends that do not count beside them', () => {
  const stale = { ...LATE, value: 200 };
  const weekdaysOnly = { setBy: 'rules.yaml: weekend shops' };
  expect(linesOf({ late: LATE, stale }, { weekdaysOnly })).toEqual([
    `~ ${card.ownLimits([
      card.ownLimit(`${card.lateAfter(LATE)}, ${card.staleAfter(stale)}`, 'weekly customers'),
      card.ownLimit(card.weekdaysOnly, 'weekend shops'),
    ])}`,
  ]);
});

it('bad news leaves the limits to its reasons', () => {
  expect(linesOf({ late: LATE }, {}, account(CRITICAL))).toEqual([]);
});
