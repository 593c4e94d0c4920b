import type { Words } from '../../../src/words/words.ts';

/** Home and pins. */
export function homePhrases(words: Words): Readonly<Record<string, readonly string[]>> {
  const { home, numbers, pins } = words;
  return {
    home: [
      ...[0, 1].map((taken) => home.needed(1, taken)),
      ...[0, 9, 12].map((taken) => home.needed(12, taken)),
      ...[home.updated('x'), words.alert.more(7)],
    ],
    pins: [
      ...(['pinned', 'unpinned', 'not-pinned', 'named', 'name-unusable'] as const).map((kind) =>
        pins.change({ kind }, '1001', undefined),
      ),
      pins.change({ kind: 'named' }, '1001', 'Acme'),
      pins.change({ kind: 'limit-reached', limit: 50 }, '1001', undefined),
      pins.change({ kind: 'name-taken', name: 'Acme', accountId: '1002' }, '1001', 'Acme'),
      ...[pins.nameView.label('1001'), numbers.list(['Acme', '2'])],
    ],
  };
}
