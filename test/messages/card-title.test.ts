import { expect, test } from 'vitest';
import { formatLookup } from '../../src/slack/card/card.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { CRITICAL, found, lastKnown, PRIVATE } from './samples.ts';

const { headline } = words.verdict;
const FINE = headline({ kind: 'fine' });

test('an account without a name of its own keeps its id, however it is pinned', () => {
  for (const name of [{}, { name: '' }, { name: '\u200B\u202E' }]) {
    const pins = [{ accountId: '1001', pinnedAtMs: 0, ...name }];
    expect(drawn(formatLookup(found(), { ...PRIVATE, pins }).blocks)[0]).toBe(`# ✅ 1001 · ${FINE}`);
  }
});

test('the title where the service failed says so, with the name, and no verdict', () => {
  const pins = [{ accountId: '1004', pinnedAtMs: 0, name: 'Liman' }];
  const [title] = drawn(formatLookup(lastKnown(CRITICAL, 'no-answer'), { ...PRIVATE, pins }).blocks);
  expect(title).toBe(`# ❔ Liman (1004) · ${words.failure.unavailable['no-answer'](undefined).title}`);
});

test.each([
  [{ kind: 'unknown', sent: 'askıda' }, words.card.statusAsSent('askıda')],
  [{ kind: 'unknown', sent: '' }, words.status.unknown],
  [{ kind: 'not-reported' }, words.status['not-reported']],
] as const)('a status of %j has a word and no sign', (status, word) => {
  expect(drawn(formatLookup(found({ status }), PRIVATE).blocks)[1]).toMatch(new RegExp(`^${word} · <!date`));
});
