import { expect, test } from 'vitest';
import { whoMayAsk } from '../../src/slack/kit/access.ts';

test('describes in one line who may ask', () => {
  expect(whoMayAsk({})).toBe('every full member, everywhere');
  const lists = { users: ['U0123456789'], userGroups: ['S0123456789'], places: ['C0123456789', 'home'] };
  expect(whoMayAsk(lists)).toBe('full members among U0123456789, S0123456789, in C0123456789, home');
});
