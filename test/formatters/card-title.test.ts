import { expect, it } from 'vitest';
import { formatLookup } from '../../src/formatters/account/lookup-message.ts';
import { said } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { found, PRIVATE } from './samples.ts';

it('an account without a name of its own keeps its id, however it is pinned', () => {
  for (const name of [{}, { name: '' }, { name: '\u200B\u202E' }]) {
    const pins = [{ accountId: '1001', pinnedAtMs: 0, ...name }];
    expect(drawn(formatLookup(found(), { ...PRIVATE, pins }).blocks)[0]).toBe(
      said({ en: '# 🟢 1001 · Online', tr: '# 🟢 1001 · Çevrimiçi' }),
    );
  }
});

it.each([
  ['online', said({ en: '🟢 1001 · Online', tr: '🟢 1001 · Çevrimiçi' })],
  ['offline', said({ en: '⚪ 1001 · Offline', tr: '⚪ 1001 · Çevrimdışı' })],
  ['backing-up', said({ en: '🔄 1001 · Backing up', tr: '🔄 1001 · Yedekleniyor' })],
  ['unknown', '❔ 1001 · askıda'],
  ['not-reported', said({ en: '❔ 1001 · Status not reported', tr: '❔ 1001 · Durum bildirilmedi' })],
] as const)('an account that is %s says so in its title, sign and word', (kind, title) => {
  const status = kind === 'not-reported' ? { kind } : { kind, sent: 'askıda' };
  expect(drawn(formatLookup(found({ status }), PRIVATE).blocks)[0]).toBe(`# ${title}`);
});
