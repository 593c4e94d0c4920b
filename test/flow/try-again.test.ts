import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { answer } from '../support/people.ts';
import { FINE, toldWaitMs, UNCHECKED } from '../support/phrases.ts';
import { type BotSetup, startBot } from '../support/start-bot.ts';

const DOWN = { kind: 'status', status: 503, headers: { 'retry-after': '60' } } as const;

async function start(settings?: BotSetup['settings']) {
  const setup = { standsAtMs: Date.now(), lookup: { freshForMs: 0 }, settings };
  const bot = await startBot({ transport: 'socket', ...setup });
  /** The wait that the person reads before they should look the account up again. */
  const toldMs = async (person: Person, id: string) => {
    const text = (await answer(person, `${id}`)) ?? '';
    expect(text).toContain(UNCHECKED);
    return toldWaitMs(text) ?? Number.NaN;
  };
  return { ...bot, toldMs };
}

describe('a look-up after the wait that people read reaches the service when', () => {
  test.each([
    [
      'the service asks for a pause',
      { kind: 'rate-limited', retryAfterSeconds: 47 } as const,
      'general-info' as const,
      47_000,
    ],
    [
      'the service asks for a pause of an hour',
      { kind: 'rate-limited', retryAfterSeconds: 3_600 } as const,
      'general-info' as const,
      300_000,
    ],
    [
      'the login asks for a pause of days',
      { kind: 'rate-limited', retryAfterSeconds: 999_999_999 } as const,
      'login' as const,
      300_000,
    ],
  ])('%s, and a second person reads the same wait', async (_what, fault, operation, waitMs) => {
    const { ada, bora, clock, service, toldMs } = await start();
    if (operation === 'general-info') await ada.command('/backup-status 1001');
    service.addFault(fault, { operation, next: 1 });
    expect(await toldMs(ada, '1002')).toBe(waitMs);
    expect(await toldMs(bora, '1003')).toBe(waitMs);
    clock.advance(waitMs);
    expect(await answer(bora, '1003')).not.toContain(UNCHECKED);
  });

  test('the service is down, for the account of the failed probe as for any other', async () => {
    const { ada, bora, clock, service, toldMs } = await start();
    await ada.command('/backup-status 1009');
    service.addFault(DOWN);
    for (const id of ['load-1', 'load-2', 'load-3', 'load-4', 'load-5'])
      await ada.command(`/backup-status ${id}`);
    clock.advance(await toldMs(ada, '1001'));
    const asked = service.counts.generalInfos;
    await ada.command('/backup-status 1001');
    expect(service.counts.generalInfos).toBe(asked + 1);
    const [forProbed, forOthers] = [await toldMs(ada, '1001'), await toldMs(bora, '1002')];
    expect(forProbed).toBe(forOthers);
    clock.advance(forOthers);
    await bora.command('/backup-status 1002');
    expect(service.counts.generalInfos).toBe(asked + 2);
    clock.advance(await toldMs(ada, '1001'));
    await ada.command('/backup-status 1001');
    expect(service.counts.generalInfos).toBe(asked + 3);
  });

  test('the password is refused: the next login follows the pause', async () => {
    const { ada, clock, service } = await start({ BACKUP_SERVICE_PASSWORD: 'wrong' });
    await ada.command('/backup-status 1001');
    clock.advance(59_999);
    await ada.command('/backup-status 1001');
    expect(service.counts.rejectedLogins).toBe(1);
    clock.advance(1);
    await ada.command('/backup-status 1001');
    expect(service.counts.rejectedLogins).toBe(2);
  });
});

test('five failing accounts among answered ones do not block the others', async () => {
  const { ada, service } = await start();
  const failing = ['load-1', 'load-2', 'load-3', 'load-4', 'load-5'];
  await ada.command('/backup-status 1001');
  for (const account of failing) service.addFault(DOWN, { account });
  const open = service.hold();
  const asked = ada.command(`/backup-status ${failing.join(' ')} 1002 1003`);
  open();
  await asked;
  expect(await answer(ada, '1001')).toContain(FINE);
});
