import type { Words } from '../../../src/words/words.ts';

/** Home and pins. */
export function homePhrases(words: Words): Readonly<Record<string, readonly string[]>> {
  const { home, numbers, pins } = words;
  return {
    home: [
      ...(['attention', 'unknown', 'not-read', 'healthy', 'muted'] as const).flatMap((kind) =>
        [
          [1, 1],
          [2, 2],
          [1, 4],
          [3, 4],
          [4, 4],
        ].map(([count = 0, total = 0]) => home.lead({ kind, count, total })),
      ),
      ...[0, 1].map((taken) => home.lead({ kind: 'critical', count: 1, total: 9, taken })),
      ...[0, 9, 12].map((taken) => home.lead({ kind: 'critical', count: 12, total: 90, taken })),
      ...(['attention', 'unknown', 'not-read', 'muted'] as const).map((what) => home.counted(what, 2)),
      ...[home.updated('x')],
      ...[words.alert.more(7), home.counted('attention', 1)],
    ],
    pins: [
      ...(['pinned', 'unpinned', 'not-pinned', 'named', 'name-unusable', 'store-failed'] as const).map(
        (kind) => pins.change({ kind }, '1001', undefined),
      ),
      pins.change({ kind: 'named' }, '1001', 'Acme'),
      pins.change({ kind: 'limit-reached', limit: 50 }, '1001', undefined),
      pins.change({ kind: 'name-taken', name: 'Acme', accountId: '1002' }, '1001', 'Acme'),
      ...[pins.nameView.label('1001'), numbers.list(['Acme', '2'])],
    ],
  };
}
