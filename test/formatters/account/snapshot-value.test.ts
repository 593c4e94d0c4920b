import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerSnapshot, ToldAge } from '../../../src/domain/compare-answers.ts';
import { decodeSnapshot, encodeSnapshot } from '../../../src/formatters/account/snapshot-value.ts';

const atMs = fc.integer({ min: 0, max: 9_999_999_999_999 });
const age: fc.Arbitrary<ToldAge> = fc.oneof(
  fc.record({ kind: fc.constant('time' as const), atMs, ageMs: fc.nat() }),
  fc.record({ kind: fc.constant('day' as const), atMs, daysAgo: fc.nat() }),
  fc.record({ kind: fc.constantFrom('ahead' as const, 'never' as const, 'unreadable' as const) }),
);
const snapshot = fc.record(
  {
    level: fc.constantFrom('critical' as const, 'attention' as const, 'unknown' as const, 'healthy' as const),
    status: fc.constantFrom('online' as const, 'backing-up' as const, 'not-reported' as const),
    database: age,
    folders: age,
    packageEndsOn: fc.constantFrom('2026-11-26', '9999-12-31'),
  },
  { requiredKeys: ['level', 'status', 'database', 'folders'] },
) as fc.Arbitrary<AnswerSnapshot>;

const VALUE = '1;critical;offline;t1795000000000+60000;never;2026-11-26';

describe('what a card said', () => {
  it('travels with its button and comes back as it was', () => {
    fc.assert(
      fc.property(snapshot, (snapshot) => {
        const value = encodeSnapshot(snapshot);
        expect(value).toMatch(/^[\w;+-]{1,120}$/);
        expect(decodeSnapshot(value)).toEqual(snapshot);
      }),
    );
    expect(encodeSnapshot(decodeSnapshot(VALUE) as AnswerSnapshot)).toBe(VALUE);
  });

  it('is told as unreadable where its moment is none', () => {
    const before = decodeSnapshot(VALUE) as AnswerSnapshot;
    for (const [atMs, ageMs] of [
      [Number.NaN, 1],
      [1e300, 1],
      [1, Number.POSITIVE_INFINITY],
      [1, -1],
    ] as const) {
      const value = encodeSnapshot({ ...before, folders: { kind: 'time', atMs, ageMs } });
      expect(decodeSnapshot(value)?.folders).toEqual({ kind: 'unreadable' });
    }
  });

  it.each([
    undefined,
    '',
    'details',
    VALUE.replace(/^1/, '2'),
    `${VALUE}\n`,
    ` ${VALUE}`,
    `${VALUE};`,
    VALUE.replace('critical', 'fatal'),
    VALUE.replace('never', '__proto__'),
    VALUE.replace('+60000', '+'),
    VALUE.replace('2026-11-26', '26.11.2026'),
    '9'.repeat(100_000),
  ])('is not read from %j', (value) => {
    expect(decodeSnapshot(value)).toBeUndefined();
  });
});
