import { expect, test } from 'vitest';
import { displayWidth, graphemes } from '../../../sandbox/draw/display-width.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['çğış', 4],
  ['e\u0301', 1],
  ['✅', 2],
  ['⚠️', 2],
  ['⚪', 2],
  ['❔', 2],
  ['🔄', 2],
  ['👩‍🚒', 2],
  ['🇹🇷', 2],
  ['👍🏽', 2],
  ['1️⃣', 2],
  ['漢字', 4],
  ['한', 2],
  ['Ａ', 2],
  ['•·▰▱⋮─', 6],
  ['\u200B', 0],
])('%s takes %i columns', (text, columns) => expect(displayWidth(text)).toBe(columns));

test('a family is one character', () => expect(graphemes('a👩‍🚒b')).toEqual(['a', '👩‍🚒', 'b']));
