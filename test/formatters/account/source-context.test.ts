import { expect, it } from 'vitest';
import { sharedByContext, sourceContext } from '../../../src/formatters/account/source-context.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { account, accountWithout, answer, CHANNEL, NOW_MS, PRIVATE } from '../samples.ts';

it('a zone that nothing told is called a guess', () => {
  const about = account({ zone: { id: 'UTC', assumedFrom: 'nothing' } });
  expect(drawn([sourceContext(answer(about), undefined, PRIVATE)])).toEqual([
    said({
      en: '~ Service times read as UTC (a guess) · client 4.12.0',
      tr: '~ Servis saatleri UTC olarak okundu (tahmin) · istemci 4.12.0',
    }),
  ]);
});

it('a client without a version is not mentioned', () => {
  const about = accountWithout('clientVersion');
  expect(drawn([sourceContext(answer(about), NOW_MS, PRIVATE)])).toEqual([
    said({
      en: `~ Asked <!date^${NOW_MS / 1000}^{ago}|just now> · service times read as UTC+03:00`,
      tr: `~ Soruldu: <!date^${NOW_MS / 1000}^{ago}|az önce> · servis saatleri UTC+03:00 olarak okundu`,
    }),
  ]);
});

it('only a Slack user in a channel is named as who shared', () => {
  expect(sharedByContext(CHANNEL)).toHaveLength(1);
  expect(sharedByContext({ ...CHANNEL, sharedBy: 'U1> <!channel' })).toEqual([]);
  expect(sharedByContext({ ...CHANNEL, audience: 'private' })).toEqual([]);
  expect(sharedByContext({ ...PRIVATE, audience: 'channel' })).toEqual([]);
});
