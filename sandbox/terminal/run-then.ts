import type { Sandbox } from '../start-sandbox.ts';
import { createTerminalSession, type TerminalSessionOptions } from './terminal-session.ts';

type QuietSandbox = Pick<Sandbox, 'slack' | 'onServed' | 'clock'>;

interface ThenOptions extends Omit<TerminalSessionOptions, 'slack' | 'clock'> {
  readonly lines: readonly string[];
  /** How long the bot does nothing before it counts as quiet; three seconds unless said. */
  readonly quietMs?: number;
}

/** Longer than the bot's own pauses between two looks at what is due, and between two messages to one channel. */
const QUIET_MS = 3_000;
const MOST_MS = 60_000;

/** How long the app gathers changes before it tells them. After a move of the clock it waits for this, too. */
const GATHERING_MS = 61_000;
const MOST_MOVES = 5;

/**
 * Runs the lines one after the other, as the prompt does, and yields what the person sees after each: because of it, and
 * what the app posts by itself until it has been quiet. What came before the first line is not told.
 */
export async function* runThen(
  sandbox: QuietSandbox,
  { lines, quietMs = QUIET_MS, ...start }: ThenOptions,
): AsyncGenerator<string> {
  const session = createTerminalSession({ ...sandbox, ...start });
  session.news();
  for (const line of lines) {
    const printed = await session.run(line);
    await settle(sandbox, quietMs, line.startsWith('+'));
    const shown = [printed, session.news()].filter(Boolean).join('\n\n');
    yield `> ${line}\n\n${shown || 'Nothing new.'}`;
  }
}

async function settle(sandbox: QuietSandbox, quietMs: number, isMove: boolean): Promise<void> {
  await whenQuiet(sandbox, quietMs);
  if (!isMove) return;
  for (let moves = 0; moves < MOST_MOVES; moves += 1) {
    sandbox.clock.advance(GATHERING_MS);
    if (!(await whenQuiet(sandbox, quietMs))) return;
  }
}

/**
 * Resolves once the bot has neither asked the service nor called Slack for `quietMs`, or after a minute: with whether
 * it did anything before.
 */
function whenQuiet({ slack, onServed }: QuietSandbox, quietMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let hasWorked = false;
    const stops = [slack.onChange(() => restart()), onServed(() => restart())];
    const end = () => {
      clearTimeout(quiet);
      clearTimeout(limit);
      for (const stop of stops) stop();
      resolve(hasWorked);
    };
    const limit = setTimeout(end, MOST_MS);
    let quiet = setTimeout(end, quietMs);
    const restart = () => {
      hasWorked = true;
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    };
  });
}
