import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { PinChange } from '../../src/account/pins.ts';
import { decodeAccountAction, encodeAccountAction } from '../../src/slack/card/account-action.ts';
import type { HomeState, LookedUp } from '../../src/slack/home/home-state.ts';
import { formatHome } from '../../src/slack/home/home-view.ts';
import { type Language, wordsOf } from '../../src/words/words.ts';
import { id, language, number, outcome, text } from './arbitraries.ts';
import { PRIVATE } from './samples.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const pinned = fc
  .record({ pin: fc.record({ accountId: id, pinnedAtMs: number, name: text }), outcome: maybe(outcome) })
  .map(({ pin, outcome }) => ({ pin, ...(outcome && { outcome: { ...outcome, id: pin.accountId } }) }));
const pins = fc.oneof(
  fc.uniqueArray(pinned, { maxLength: 50, selector: ({ pin }) => pin.accountId, size: 'max' }),
  fc.constant('unavailable' as const),
);
const recents = fc.oneof(
  fc.array(fc.record({ accountId: id, askedAtMs: number }), { maxLength: 12 }),
  fc.constant('unavailable' as const),
);
const problem = fc.oneof(
  fc.record({
    kind: fc.constantFrom('id-too-long' as const, 'id-unreadable' as const, 'unclosed-quote' as const),
    typed: text,
  }),
  fc.record({ kind: fc.constant('too-many-ids' as const), count: number, limit: number }),
  fc.record({ kind: fc.constant('too-long' as const), limit: number }),
);
const lookedUp: fc.Arbitrary<LookedUp> = fc
  .oneof(
    fc.record({ kind: fc.constant('asking' as const), ids: fc.array(id, { minLength: 1 }) }),
    fc.record({ kind: fc.constant('outcome' as const), outcome }),
    fc.record({
      kind: fc.constant('outcomes' as const),
      outcomes: fc.array(outcome, { minLength: 2, maxLength: 10 }),
    }),
    fc.record({ kind: fc.constant('problem' as const), problem }),
  )
  .map((answer) => ({ ...answer, askedAtMs: 5 }));
const change: fc.Arbitrary<PinChange> = fc.oneof(
  fc.record({ kind: fc.constantFrom('pinned' as const, 'named' as const, 'not-pinned' as const) }),
  fc.record({ kind: fc.constant('name-taken' as const), name: text, accountId: id }),
);

const state: fc.Arbitrary<HomeState> = fc
  .record({
    pins,
    recents,
    lastAsked: maybe(outcome),
    lookedUp: maybe(lookedUp),
    notice: maybe(fc.record({ change, accountId: id, name: text })),
    broken: fc.array(fc.record({ channelId: fc.constantFrom('C1', 'U1'), reason: text }), { maxLength: 9 }),
    isAsking: fc.boolean(),
    page: fc.oneof(fc.integer({ min: -2, max: 60 }), fc.constant(Number.NaN)),
  })
  .map(
    (state) =>
      Object.fromEntries(
        Object.entries(state).filter(([, value]) => value !== undefined),
      ) as unknown as HomeState,
  );

/** Never drawn, or the person's own typing given back. */
const UNSEEN_KEYS = ['block_id', 'value', 'initial_value'];
const CONTEXT = { ...PRIVATE, command: '/backup-status' };
const contextIn = (language: Language) => ({ ...CONTEXT, words: wordsOf(language, 'en') });

it('whatever there is to show, Home can be published', () => {
  fc.assert(
    fc.property(state, language, (state, language) => {
      const view = formatHome(state, contextIn(language));
      expect(validateView(view)).toEqual([]);
      expect(view.blocks.length).toBeLessThanOrEqual(60);
      const seen = JSON.stringify(view, (key, value) => (UNSEEN_KEYS.includes(key) ? undefined : value));
      expect(seen).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/);
    }),
    { numRuns: 150 },
  );
});

it('every pin stands on exactly one page, whatever is known of it', () => {
  fc.assert(
    fc.property(state, (state) => {
      if (state.pins === 'unavailable') return;
      const shown = [0, 1, 2].flatMap((page) => {
        const view = formatHome({ ...state, page }, CONTEXT);
        // Past the last page the last one is shown again.
        if (view.private_metadata !== String(page)) return [];
        return view.blocks.flatMap(({ block_id }) => {
          const action = decodeAccountAction(block_id ?? '');
          return action?.place === 'pin' ? [action.id] : [];
        });
      });
      const { pins } = state;
      const outcomes = pins.flatMap(({ outcome }) => outcome ?? []);
      const failed = outcomes.filter(({ kind }) => kind === 'unavailable');
      const unknown = failed.filter((outcome) => !('lastKnown' in outcome));
      // In an outage those of which nothing is known share one line.
      const isSummed = failed.length * 2 > outcomes.length && unknown.length > 1;
      const listed = pins.filter(({ outcome }) => !isSummed || !unknown.some((one) => one === outcome));
      const ids = listed.map(({ pin }) => pin.accountId);
      const canTravel = (id: string) => encodeAccountAction({ id, place: 'pin' }) !== undefined;
      expect(shown.toSorted()).toEqual(ids.filter(canTravel).toSorted());
    }),
    { numRuns: 100 },
  );
});
