import { describe, expect, test } from 'vitest';
import { NO_READS, noteRead, type SourceRead } from '../../src/watch/source-outage.ts';
import { MINUTE_MS, NOW_MS } from '../account/accounts.ts';

type Result = SourceRead['result'];
/** One read after the other, ten seconds apart. */
const healthAfter = (...reads: (readonly [accountId: string, result: Result])[]) =>
  reads.reduce(
    (health, [accountId, result], index) =>
      noteRead(health, { accountId, result, atMs: NOW_MS + index * 10_000 }),
    NO_READS,
  );
const failing = (...accountIds: string[]) => accountIds.map((id) => [id, 'failed'] as const);
const answering = (...accountIds: string[]) => accountIds.map((id) => [id, 'answered'] as const);
const FIVE = ['1', '2', '3', '4', '5'];

describe('an outage begins', () => {
  test('when five accounts in a row fail, since the first of them', () => {
    expect(healthAfter(...failing('1', '2', '3', '4')).outageSinceMs).toBeUndefined();
    expect(healthAfter(...answering('9'), ...failing(...FIVE))).toMatchObject({
      outageSinceMs: NOW_MS + 10_000,
    });
  });

  test('with one failure that concerns all', () => {
    expect(healthAfter(...failing('9'), ['1', 'failed-for-all'])).toMatchObject({
      outageSinceMs: NOW_MS + 10_000,
    });
  });

  test('one account never begins an outage, however often it fails', () => {
    expect(healthAfter(...failing('1', '1', '1', '1', '1', '1', '1', '1')).outageSinceMs).toBeUndefined();
  });

  test('no outage begins while most accounts get an answer', () => {
    expect(
      healthAfter(...answering('a', 'b', 'c', 'd', 'e'), ...failing(...FIVE)).outageSinceMs,
    ).toBeUndefined();
  });

  test('no outage begins with failures that are more than five minutes apart', () => {
    const health = healthAfter(...failing('1', '2', '3', '4'));
    const late = { accountId: '5', result: 'failed', atMs: NOW_MS + 6 * MINUTE_MS } as const;
    expect(noteRead(health, late).outageSinceMs).toBeUndefined();
  });
});

describe('an outage ends', () => {
  test('with three answers, once most accounts get one', () => {
    const out = failing(...FIVE);
    expect(healthAfter(...out, ...answering('1', '2'))).toHaveProperty('outageSinceMs');
    expect(healthAfter(...out, ...answering('1', '2', '3'))).toEqual(NO_READS);
    expect(healthAfter(...out, ...failing('6', '7', '8'), ...answering('1', '2', '3'))).toHaveProperty(
      'outageSinceMs',
    );
  });

  test('although one account goes on failing', () => {
    const turns = [...answering('2'), ...failing('1'), ...answering('2'), ...failing('1'), ...answering('2')];
    expect(healthAfter(['1', 'failed-for-all'], ...turns)).toEqual(NO_READS);
  });

  test('an outage does not end before three answers in a row without a failure that concerns all', () => {
    const sure = ['1', 'failed-for-all'] as const;
    expect(healthAfter(sure, ...answering('2', '3'), sure, ...answering('4'))).toHaveProperty(
      'outageSinceMs',
    );
  });
});
