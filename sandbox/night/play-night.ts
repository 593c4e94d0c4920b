// Plays a night on call in about a minute, with two people, a customer's backups and the sandbox's clock. Each line printed
// below a step was received by people in Slack, or by PagerDuty, ntfy or the webhook.

import { HOUR_MS, MINUTE_MS } from '../backup-service/accounts/account.ts';
import { drawMessage } from '../draw/draw.ts';
import type { SeenMessage } from '../slack/client/seen.ts';
import type { Sandbox } from '../start-sandbox.ts';
import { readBy, stampOf } from '../terminal/session.ts';
import { CHANNEL, onCall, STEPS, type Step, WIDTH } from './steps.ts';

/** The time zone of Ada's Slack. */
const ZONE = 'Europe/London';
const BEGINS_AT_HOUR = 22;
const DAY_MINUTES = 24 * 60;
/** The accounts are described as of this long before 22:00. The first account's folder backup is 31 h old then. */
const DESCRIBED_BEFORE_MS = 16.5 * HOUR_MS;

/** How long the app may take before another minute of the night passes. */
const REACTS_WITHIN_MS = 2_000;
const MAX_MINUTES = 30;
/** Long enough for slow machines: no press should fail. */
const ACKED_WITHIN_MS = 30_000;
const TARGETS = ['pagerduty', 'ntfy', 'webhook'];
const rowsIn = (drawn: string) => drawn.split('\n').filter((row) => /\p{L}/u.test(row));

const clockOf = (atMs: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'short' }).format(atMs);

/** When Ada's next night begins, and the time that the sandbox's accounts are described as of. */
export function nextNight(nowMs: number) {
  const [hour = 0, minute = 0] = clockOf(nowMs).split(':').map(Number);
  const inMinutes = (BEGINS_AT_HOUR * 60 - hour * 60 - minute + DAY_MINUTES) % DAY_MINUTES;
  const beginsAtMs = Math.floor(nowMs / MINUTE_MS + inMinutes) * MINUTE_MS;
  return { beginsAtMs, describedAtMs: beginsAtMs - DESCRIBED_BEFORE_MS };
}

/**
 * Plays the night that begins then. @throws Error when an expected message or call does not arrive within 30 minutes of the
 * night.
 */
export async function playNight(
  sandbox: Sandbox,
  beginsAtMs: number,
  write: (line: string) => void,
): Promise<void> {
  const { slack, clock, calls, isSoon, runBackups } = sandbox;
  const ada = slack.person('ada');
  const time = () => clockOf(clock.now());
  const seen = new Set<string>();
  let called = 0;
  /** The calls that targets have accepted since the last step. */
  const accepted = () => calls.slice(called).map(({ target, action }) => `${target} ${action}`);
  const news = () => ada.messages(CHANNEL).filter((one) => !one.isEphemeral && !seen.has(stampOf(one)));
  const rowsOf = (message: SeenMessage) =>
    rowsIn(drawMessage(message, { ...readBy(slack, ada), width: WIDTH }));

  /** What is expected but not received yet. */
  function missing({ posts, answers = [], calls: expected = [] }: Step, answered: readonly string[]) {
    const absent = (parts: readonly string[], rows: readonly string[], where: string) =>
      parts.filter((part) => !rows.some((row) => row.includes(part))).map((part) => `“${part}” ${where}`);
    const isSilent = posts !== undefined || news().every(({ isEdited }) => isEdited);
    // ntfy does not tell an acknowledgement from an end.
    const nameOf = (target: string, action: string) =>
      target === 'ntfy' && action !== 'trigger' ? 'follow-up' : action;
    const wanted = expected.flatMap((action) =>
      TARGETS.map((target) => `${target} ${nameOf(target, action)}`),
    );
    const isCalled = wanted.sort().join() === accepted().sort().join();
    return [
      ...(isSilent ? [] : [`silence in #${CHANNEL}`]),
      ...absent(posts ?? [], news().flatMap(rowsOf), `in #${CHANNEL}`),
      ...absent(answers, answered, 'as an answer'),
      ...(isCalled ? [] : [wanted.join(', ') || 'no call']),
    ];
  }

  function tell({ what, posts = [], answers = [] }: Step, answered: readonly string[]): void {
    const print = (from: string, text: string) => write(`       ${from.padEnd(17)}${text}`);
    const isNamed = (parts: readonly string[]) => (row: string) => parts.some((part) => row.includes(part));
    write(`${time()}  ${what}`);
    for (const row of answered.filter(isNamed(answers))) print('only Ada reads', row);
    for (const message of news()) {
      const [title = '', ...others] = rowsOf(message);
      const how = message.isEdited ? ', edited' : message.threadTs ? ', thread' : '';
      // The address of a link is not printed.
      for (const row of [title, ...others.filter(isNamed(posts))])
        print(`#${CHANNEL}${how}`, row.replace(/ \(http\S+\)/u, ''));
      seen.add(stampOf(message));
    }
    if (accepted().length > 0) print('accepted', accepted().join(' · '));
    called = calls.length;
  }

  slack.waitForAcks(ACKED_WITHIN_MS);
  const people = { ada: onCall(ada, sandbox), bora: onCall(slack.person('bora'), sandbox) };
  for (const step of STEPS) {
    await clock.advance(Math.max(0, beginsAtMs + step.at * MINUTE_MS - clock.now()));
    const act = async () => rowsIn(String((await step.act?.({ ...people, runBackups })) ?? ''));
    let answered = await act();
    // Gives the app time to post something that it should not.
    if (step.posts === undefined) await isSoon(() => false, REACTS_WITHIN_MS);
    for (let minute = 0; missing(step, answered).length > 0; minute += 1) {
      if (await isSoon(() => missing(step, answered).length === 0, REACTS_WITHIN_MS)) break;
      if (minute === MAX_MINUTES) {
        const expected = missing(step, answered).join('; ');
        tell(step, answered);
        throw new Error(`Expected by ${time()}, but not received: ${expected}`);
      }
      await clock.advance(MINUTE_MS);
      if (step.answers !== undefined) answered = await act();
    }
    tell(step, answered);
  }
}
