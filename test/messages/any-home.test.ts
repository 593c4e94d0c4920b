import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { PinChange } from '../../src/account/names.ts';
import { VERDICT_LEVELS } from '../../src/account/verdict.ts';
import { pinChangeText } from '../../src/slack/card/pins.ts';
import { formatHome, type HomeState } from '../../src/slack/home/home.ts';
import type { SlackContext } from '../../src/slack/kit/message.ts';
import { MOMENT_FORMAT } from '../../src/slack/kit/rich-text.ts';
import { type Language, wordsOf } from '../../src/words/words.ts';
import { runs } from '../support/runs.ts';
import { id, language, outcome, text } from './arbitraries.ts';
import { EMPTY_HOME, PRIVATE } from './samples.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const account = fc
  .record({
    id,
    level: maybe(fc.constantFrom(...VERDICT_LEVELS)),
    userId: maybe(fc.oneof(fc.constant('U1'), text)),
    outcome: maybe(outcome),
  })
  .map(({ level, userId, outcome, ...one }) => ({
    ...one,
    watched: { accountId: one.id, level, owner: userId === undefined ? undefined : { userId, sinceMs: 1 } },
    outcome: outcome && { ...outcome, id: one.id },
  }));
const recents = fc.array(id, { maxLength: 12 });
const change: fc.Arbitrary<PinChange> = fc.oneof(
  fc.record({ kind: fc.constantFrom('pinned' as const, 'named' as const, 'not-pinned' as const) }),
  fc.record({ kind: fc.constant('name-taken' as const), name: text, accountId: id }),
);

const state: fc.Arbitrary<HomeState> = fc.record({
  accounts: fc.uniqueArray(account, { maxLength: 55, selector: ({ id }) => id, size: 'max' }),
  workspace: fc.constant(EMPTY_HOME.workspace),
  recents,
  notice: maybe(fc.record({ change, accountId: id }).map((pin) => pinChangeText(pin, PRIVATE))),
  broken: fc.array(fc.record({ channelId: fc.constantFrom('C1', 'U1'), reason: text }), { maxLength: 9 }),
  isAsking: fc.boolean(),
});

/** Not drawn, or text that the person typed. */
const UNSEEN_KEYS = ['block_id', 'value', 'initial_value'];
const contextIn = (language: Language, pins: SlackContext['pins'], displayName?: string) => ({
  ...PRIVATE,
  words: wordsOf(language, 'en'),
  pins,
  rulesOf: (id: string) => ({ ...PRIVATE.rulesOf(id), displayName }),
});

test('any Home can be published', () => {
  fc.assert(
    fc.property(state, maybe(fc.nat(55)), language, maybe(text), (state, pinCount, language, name) => {
      // Undefined: they cannot be read.
      const pins = pinCount === undefined ? undefined : state.accounts.slice(0, pinCount);
      const pinned = pins?.map(({ id: accountId }) => ({ accountId }));
      const view = formatHome(state, contextIn(language, pinned, name));
      expect(validateView(view)).toEqual([]);
      expect(view.blocks.length).toBeLessThanOrEqual(85);
      const seen = JSON.stringify(view, (key, value) => (UNSEEN_KEYS.includes(key) ? undefined : value));
      // Our format for times begins with an invisible character.
      expect(seen.replaceAll(MOMENT_FORMAT, '')).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/);
    }),
    runs(150),
  );
});
