import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { BARE_ENV } from './bare-env.ts';

export interface ScriptRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningScript {
  /** Absent if it could not be started. */
  readonly pid: number | undefined;
  readonly ended: Promise<ScriptRun>;
  /** Resolves with the whole output so far once it contains `text`. Rejects when the script ends first. */
  printed(text: string): Promise<string>;
  write(text: string): void;
  /** Closes its standard input. */
  endInput(): void;
  isAlive(): boolean;
  kill(signal: NodeJS.Signals): void;
}

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
export function runScript(
  path: string,
  { args = [], nodeArgs = [], env = {}, cwd }: RunOptions = {},
): RunningScript {
  const script = spawn(
    process.execPath,
    [...nodeArgs, resolve(import.meta.dirname, '../..', path), ...args],
    {
      env: { ...BARE_ENV, ...env },
      cwd,
    },
  );
  onTestFinished(() => void script.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const ended = new Promise<ScriptRun>((resolve) => {
    script.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  script.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  script.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  return {
    pid: script.pid,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => stdout.includes(text) && resolve(stdout);
        look();
        script.stdout.on('data', look);
        void ended.then(() =>
          reject(new Error(`it ended without printing "${text}":\n${stdout}\n${stderr}`)),
        );
      }),
    write: (text) => void script.stdin.write(text),
    endInput: () => void script.stdin.end(),
    isAlive: () => script.exitCode === null && script.signalCode === null,
    kill: (signal) => void script.kill(signal),
  };
}
