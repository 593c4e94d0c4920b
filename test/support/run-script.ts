import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { BARE_ENV } from './bare-env.ts';

export type RunningScript = ReturnType<typeof runScript>;

interface RunOptions {
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: the folder of this project. */
  readonly cwd?: string | undefined;
}

type Program = 'main' | 'doctor' | 'healthcheck' | 'status' | 'accounts' | 'fleet' | 'history';

/** A built program of `src` as in the image, which starts in a third of the time, and the environment that it needs. */
export function builtProgram(name: Program) {
  const dist = inject('dist');
  if (dist === undefined) throw new Error('nothing was built: test/support/prepare-run.ts');
  // Removed with the build; otherwise each run would leave one behind.
  return { path: join(dist, `${name}.js`), env: { NODE_COMPILE_CACHE: join(dist, '../compiled') } };
}

/** Runs a program of `src` as the image does. Otherwise like `runScript`. */
export function runProgram(name: Program, options: RunOptions = {}): RunningScript {
  const { path, env } = builtProgram(name);
  return runScript(path, { ...options, env: { ...env, ...options.env } });
}

/** Runs a script of this project as a process, killed at the end of the test. */
export function runScript(path: string, { args = [], nodeArgs = [], env = {}, cwd }: RunOptions = {}) {
  const script = resolve(import.meta.dirname, '../..', path);
  const child = spawn(process.execPath, [...nodeArgs, script, ...args], {
    env: { ...BARE_ENV, ...env },
    cwd,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, stdout, stderr }));
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  return {
    /** Absent if it could not be started. */
    pid: child.pid,
    ended,
    /** Resolves with the whole output so far once it contains `text`. Rejects when the script ends first. */
    printed: (text: string) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (!stdout.includes(text)) return;
          child.stdout.off('data', look);
          resolve(stdout);
        };
        child.stdout.on('data', look);
        look();
        void ended.then(() =>
          reject(new Error(`it ended without printing "${text}":\n${stdout}\n${stderr}`)),
        );
      }),
    write: (text: string) => void child.stdin.write(text),
    /** Closes its standard input. */
    endInput: () => void child.stdin.end(),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  };
}
