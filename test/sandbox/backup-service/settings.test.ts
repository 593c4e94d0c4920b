import { expect, test } from 'vitest';
import { createSettings } from '../../../sandbox/backup-service/settings.ts';

test('what is not said has its default', () => {
  expect(createSettings({ latencyMs: 5 }).get()).toEqual({
    tokenLifetimeMs: 3_600_000,
    utcOffset: '+03:00',
    singleToken: false,
    latencyMs: 5,
    omitDateHeader: false,
  });
});

test('a change leaves the other settings alone', () => {
  const settings = createSettings({ utcOffset: '-03:30' });
  settings.set({ singleToken: true });
  expect(settings.get()).toMatchObject({ utcOffset: '-03:30', singleToken: true });
});

test.each([
  { tokenLifetimeMs: 0 },
  { tokenLifetimeMs: Number.NaN },
  { latencyMs: -1 },
  { utcOffset: 'Istanbul' },
])('%j is refused and changes nothing', (changes) => {
  const settings = createSettings({});
  const before = settings.get();
  expect(() => settings.set({ omitDateHeader: true, ...changes })).toThrow(RangeError);
  expect(settings.get()).toEqual(before);
  expect(() => createSettings(changes)).toThrow(RangeError);
});
