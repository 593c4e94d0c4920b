import { expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { CheckUp } from '../../../src/lookup/check-up.ts';
import { formatCheckUp } from '../../../src/slack/lookup/check-up.ts';
import { words } from '../../support/reader.ts';
import { failureOf, TELL_WHO_RUNS_IT } from '../rows.ts';
import { CHECK_UP, HOUR_MS, NOW_MS, PRIVATE } from '../samples.ts';

const { checkUp: says } = words;
const MINUTE_MS = 60_000;
const SINCE_MS = NOW_MS - 2 * HOUR_MS;
const SINCE = words.time.dateTime({ atMs: SINCE_MS, zoneId: 'UTC', nowMs: NOW_MS });

/** The three lines, as they stand in a notification. */
function linesOf(checkUp: CheckUp): readonly string[] {
  const message = formatCheckUp(checkUp, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  return message.text.split('\n');
}

test('says that all three work, and when that was last seen', () => {
  expect(linesOf(CHECK_UP)).toEqual([
    `✅ ${says.service}: ${says.lastAnswer(words.time.ago(2 * MINUTE_MS))}`,
    `✅ ${says.database}: ${says.working}`,
    `✅ ${says.watches}: ${says.watching(12, words.time.ago(MINUTE_MS))}`,
  ]);
  const { answeredAtMs: _, ...fresh } = CHECK_UP;
  expect(linesOf(fresh)[0]).toBe(`✅ ${says.service}: ${says.noneAnswered}`);
});

test('moments are drawn on the clock of the reader', () => {
  const { blocks } = formatCheckUp({ ...CHECK_UP, databaseDownSinceMs: SINCE_MS }, PRIVATE);
  const date = `<!date^${SINCE_MS / 1_000}^\u200B{date_short_pretty} {time}|${SINCE}>`;
  expect(JSON.stringify(blocks)).toContain(`🔌 *${says.database}:* ${says.databaseDown(date)}`);
});

test('the service: since when look-ups fail, why, and when the next one is tried', () => {
  const failing = { sinceMs: SINCE_MS, reason: 'no-answer', retryAfterMs: 6_000 } as const;
  const { what, next } = words.failure.unavailable['no-answer'](6_000);
  const failed = `🔌 ${says.service}: ${says.failing(SINCE)} ${what} ${next}`;
  expect(linesOf({ ...CHECK_UP, failing })[0]).toBe(failed);
  expect(linesOf({ ...CHECK_UP, failing, notSignedIn: 'login-rejected' })[0]).toBe(failed);
});

test('the service: a sign-in that fails, and what to do', () => {
  const { what } = failureOf('login-rejected');
  expect(linesOf({ ...CHECK_UP, notSignedIn: 'login-rejected' })[0]).toBe(
    `🔌 ${says.service}: ${what} ${TELL_WHO_RUNS_IT}`,
  );
});

test('a database that does not answer holds up the watches', () => {
  const { watch: _, ...rest } = CHECK_UP;
  expect(linesOf({ ...rest, databaseDownSinceMs: SINCE_MS }).slice(1)).toEqual([
    `🔌 ${says.database}: ${says.databaseDown(SINCE)}`,
    `🔌 ${says.watches}: ${says.notKnown}`,
  ]);
});

const { watch } = CHECK_UP;
test.each([
  ['nothing is watched', { accounts: 0 }, `✅ ${says.watches}: ${says.nothingWatched}`],
  ['an outage', { outageSinceMs: SINCE_MS }, `🔌 ${says.watches}: ${says.serviceAway(SINCE)}`],
  ['behind', { lateMs: 2 * HOUR_MS }, `🔌 ${says.watches}: ${says.late(SINCE)}`],
  ['channels that take nothing', { brokenChannels: 2 }, `🔌 ${says.watches}: ${says.notNotified(2)}`],
])('the watches: %s', (_what, changed, line) => {
  if (watch === undefined) throw new Error('the sample has figures');
  expect(linesOf({ ...CHECK_UP, watch: { ...watch, ...changed } })[2]).toBe(line);
});
