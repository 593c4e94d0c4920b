import { rmSync, writeFileSync } from 'node:fs';
import type { RunningBot } from './run-bot.ts';

export interface OwnBotOptions {
  /** Where the settings are written, in the form of .env. Must not exist yet; deleted when the sandbox stops. */
  readonly file: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Where its signed HTTP will listen. */
  readonly port: number;
}

/**
 * Writes the settings for a bot that the developer starts, any number of times. That bot uses this machine's clock.
 * @throws Error when the file cannot be made.
 */
export function expectOwnBot({ file, settings, port }: OwnBotOptions): RunningBot {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  try {
    writeFileSync(file, lines.join(''), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'EEXIST' ? 'it is there already; move it away, or name another' : `(${code})`;
    throw new Error(`cannot write ${file}: ${problem}`, { cause: error });
  }
  return {
    port,
    exited: new Promise(() => {}),
    async setClockAhead() {},
    async stop() {
      rmSync(file, { force: true });
    },
  };
}

/** As Node reads it from .env: a `#` begins a comment unless it is in quotes. */
function quoted(value: string): string {
  if (/^[\w.:/@+-]*$/.test(value)) return value;
  const quote = [`'`, '"', '`'].find((mark) => !value.includes(mark)) ?? `'`;
  return `${quote}${value}${quote}`;
}
