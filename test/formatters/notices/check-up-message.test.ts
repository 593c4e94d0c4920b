import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatCheckUp } from '../../../src/formatters/notices/check-up-message.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { failureOf, limitLines, TELL_WHO_RUNS_IT } from '../rows.ts';
import { CHECK_UP, HOUR_MS, NOW_MS, PRIVATE } from '../samples.ts';

const { checkUp } = words;
const MINUTE_MS = 60_000;

it('says what is, the limits and the versions', () => {
  const message = formatCheckUp(CHECK_UP, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([
    `✅ *${checkUp.well}*`,
    `• ${checkUp.lastAnswer(words.time.ago(2 * MINUTE_MS))}`,
    `• ${checkUp.signedIn(words.time.duration(8 * HOUR_MS))}`,
    `• ${checkUp.opened(12)}`,
    `• ${checkUp.zone(words.details.zone('UTC+03:00', 'login'))}`,
    words.details.headings.limits,
    ...limitLines(),
    `~ ${checkUp.versions('1.0.0', '24.0.0')}`,
  ]);
  expect(message.text).toContain(`✅ ${checkUp.well}\n`);
});

const { answeredAtMs: _, ...NEVER_ANSWERED } = CHECK_UP;

it('says what is wrong and what to do', () => {
  const message = formatCheckUp(
    {
      ...NEVER_ANSWERED,
      connection: { kind: 'not-opened', reason: 'ECONNREFUSED' },
      signIn: { kind: 'not-signed-in', reason: 'login-rejected' },
    },
    PRIVATE,
  );
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks).slice(0, 3)).toEqual([
    `🔌 *${checkUp.notSignedIn}* ${failureOf('login-rejected').what} ${TELL_WHO_RUNS_IT}`,
    `• ${checkUp.noneAnswered}`,
    `• ${checkUp.notOpened('ECONNREFUSED')}`,
  ]);
});

it('says first that look-ups fail, since when and when the next one is tried, whatever the connection does', () => {
  const message = formatCheckUp(
    { ...CHECK_UP, failing: { sinceMs: NOW_MS - 2 * HOUR_MS, reason: 'network', retryAfterMs: 6_000 } },
    PRIVATE,
  );
  expect(validateMessage(message)).toEqual([]);
  const sinceMs = NOW_MS - 2 * HOUR_MS;
  const moment = words.time.moment({ atMs: sinceMs, zoneId: 'UTC', nowMs: NOW_MS });
  const date = `<!date^${sinceMs / 1_000}^\u200B{date_short_pretty} {time}|${moment}>`;
  const [lead, ...details] = drawn(message.blocks);
  const { what, next } = words.failure.unavailable.network(6_000);
  expect(lead).toBe(`🔌 *${checkUp.failing(date)}* ${what} ${next}`);
  expect(details.join('\n')).not.toMatch(/✅|🔌/u);
  expect(message.text).not.toContain('✅');
});

it('says once why it is not signed in when look-ups fail for the same reason', () => {
  const message = formatCheckUp(
    {
      ...NEVER_ANSWERED,
      failing: { sinceMs: NOW_MS - HOUR_MS, reason: 'server-error', retryAfterMs: 0 },
      signIn: { kind: 'not-signed-in', reason: 'server-error' },
    },
    PRIVATE,
  );
  expect(drawn(message.blocks).slice(1, 4)).toEqual([
    `• ${checkUp.noneAnswered}`,
    `• ${checkUp.notSignedIn}`,
    `• ${checkUp.opened(12)}`,
  ]);
});

it('says that nothing answers at the service’s host although the sign-in still holds', () => {
  const message = formatCheckUp(
    { ...CHECK_UP, connection: { kind: 'not-opened', reason: 'ECONNREFUSED' } },
    PRIVATE,
  );
  expect(drawn(message.blocks)[0]).toBe(`🔌 *${checkUp.notOpened('ECONNREFUSED')}*`);
});
