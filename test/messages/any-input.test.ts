import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { PinChange } from '../../src/account/names.ts';
import { type AccountInfo, VERDICT_LEVELS } from '../../src/account/verdict.ts';
import { formatDetails } from '../../src/slack/card/actions.ts';
import { cardBlocks, decodeLevel } from '../../src/slack/card/card.ts';
import { formatTriage } from '../../src/slack/card/list.ts';
import { pinChangeText } from '../../src/slack/card/pins.ts';
import { formatHome, type HomeState } from '../../src/slack/home/home.ts';
import { type Message, type SlackContext, sentence, sharedBlock } from '../../src/slack/kit/message.ts';
import { MOMENT_FORMAT } from '../../src/slack/kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../../src/slack/kit/text.ts';
import { formatHelp, formatInvalidCommand, formatPending } from '../../src/slack/lookup/notices.ts';
import { type Language, wordsOf } from '../../src/words/words.ts';
import { runs } from '../support/runs.ts';
import { answer, CONTACT, EMAIL, id, info, language, number, outcome, text } from './arbitraries.ts';
import { expectTaken } from './expect-taken.ts';
import { contextWith, EMPTY_HOME, PRIVATE } from './samples.ts';

const RUNS = runs(150);
const audience = fc.record(
  {
    audience: fc.constantFrom('private', 'channel'),
    /** Of somebody who shares it. */
    note: text,
    /** The viewer's names for the accounts, in their order. There may be fewer names than accounts. */
    names: fc.array(text, { maxLength: 10 }),
    language,
    info,
  },
  { requiredKeys: ['audience', 'names', 'language', 'info'] },
);
// Words are outside of the arbitrary, to keep counterexamples readable.
function contextFor(
  {
    names,
    language,
    info,
    note,
    audience,
  }: Pick<SlackContext, 'audience'> & {
    readonly note?: string;
    readonly names: readonly string[];
    readonly language: Language;
    readonly info: AccountInfo;
  },
  ids: readonly string[],
): SlackContext {
  const pins = names.flatMap((name, at) => ({ accountId: ids[at] ?? '', pinnedAtMs: 0, name }));
  const context = { ...contextWith(info), words: wordsOf(language, 'en'), pins, audience };
  if (audience === 'private' || note === undefined) return context;
  return { ...context, shared: sharedBlock('U012AB3CD', sanitize(note, MAX_LENGTHS.note), context) };
}

/** Not drawn, or text that the person typed. */
const UNSEEN_KEYS = ['block_id', 'value', 'initial_value'];

function expectVisible(shown: unknown): void {
  const seen = JSON.stringify(shown, (key, value) => (UNSEEN_KEYS.includes(key) ? undefined : value));
  // Our format for times begins with an invisible character.
  expect(seen.replaceAll(MOMENT_FORMAT, '')).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/);
}

function expectSendable(message: Message): void {
  expectTaken(message);
  expectVisible(message);
}

test('whatever the service answers can be sent and its details opened, and no channel gets an e-mail address or a contact', () => {
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 1, maxLength: 10 }), audience, (outcomes, viewers) => {
      const ids = outcomes.map(({ id }) => id);
      const context = contextFor(viewers, ids);
      const messages = [
        formatTriage(outcomes, context),
        ...outcomes.map((one) => cardBlocks(one, contextFor(viewers, [one.id]))),
      ];
      for (const message of messages) expectSendable(message);
      for (const one of outcomes)
        expect(validateView(formatDetails(one, contextFor(viewers, [one.id])))).toEqual([]);
      if (viewers.audience === 'private') return;
      const seen = JSON.stringify(messages);
      for (const secret of [EMAIL, CONTACT]) expect(seen).not.toContain(secret);
    }),
    runs(60),
  );
});

test('whatever was typed is answered, help with any names can be sent, and the result of a change to a pin', () => {
  const problem = fc.oneof(
    fc.record({ kind: fc.constant('id-unreadable' as const), typed: text }),
    fc.record({ kind: fc.constant('too-much' as const), accounts: number, characters: number }),
  );
  const change = fc.oneof(
    fc.record({ kind: fc.constantFrom('pinned', 'unpinned', 'named', 'name-unusable') }),
    fc.record({ kind: fc.constant('limit-reached' as const), limit: number }),
    fc.record({ kind: fc.constant('name-taken' as const), name: text, accountId: id }),
  );
  const names = fc.array(fc.tuple(id, text), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      names,
      fc.array(id, { maxLength: 12 }),
      change,
      problem,
      language,
      (names, ids, change, problem, language) => {
        const words = wordsOf(language, 'en');
        expectSendable(formatInvalidCommand(problem, { ...PRIVATE, words }));
        expectSendable(formatPending(ids.join(' '), { ...PRIVATE, words }));
        const pins = names.map(([accountId, name]) => ({ accountId, name, pinnedAtMs: 0 }));
        expectSendable(formatHelp(ids, { ...PRIVATE, words, pins }));
        const [[accountId, name] = ['', '']] = names;
        expectSendable(sentence(pinChangeText({ change, accountId, name }, { ...PRIVATE, words })));
      },
    ),
    RUNS,
  );
});

test('the level of any answer fits into its button, and the redrawn card can be sent', () => {
  fc.assert(
    fc.property(answer, outcome, audience, (before, outcome, viewers) => {
      const context = contextFor({ ...viewers, audience: 'channel' }, [outcome.id]);
      const { id } = before.account;
      const blocks = cardBlocks({ kind: 'found', id, answer: before }, context);
      const value = /"value":"([a-z]+;\d{1,13})"/.exec(JSON.stringify(blocks.at(-1)))?.[1];
      const decoded = decodeLevel(value ?? '');
      if (value !== undefined) expect(decoded?.level).toBe(before.verdict.level);
      expectSendable(cardBlocks(outcome, { ...context, before: decoded }));
    }),
    RUNS,
  );
});

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
      expectVisible(view);
    }),
    runs(150),
  );
});
