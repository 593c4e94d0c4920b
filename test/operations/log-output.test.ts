import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const LOG = join(import.meta.dirname, '../../src/operations/log.ts');

/**
 * A process that logs with `log`, reports to this one with `say` outside the log, and waits for an answer with `told`. Its
 * standard output is a pipe that nobody reads yet, unless a descriptor is given.
 */
function runLogging(script: string, stdout: number | 'pipe' = 'pipe') {
  const code = `
    const { createLog, exitWhenLogged } = await import(${JSON.stringify(LOG)});
    const { log } = createLog('info');
    const say = (text) => process.send(text);
    const told = () => new Promise((resolve) => process.once('message', resolve));
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    shown: async () => (await once(child, 'message'))[0] as string,
    exit: once(child, 'exit').then(([exitCode]) => exitCode as number | null),
    stderr: child.stderr ? text(child.stderr) : Promise.resolve(''),
    read: async () => linesIn(child.stdout ? await text(child.stdout) : ''),
  };
}

const linesIn = (output: string) =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { msg: string; reason?: string; lost?: number });

const MUCH = `const much = 'x'.repeat(1_000);`;

test('a reader that stops does not delay the process: lines are buffered, then dropped, and counted when it reads again', async () => {
  const { child, shown, read, exit } = runLogging(`
    ${MUCH}
    for (let line = 0; line < 3_000; line += 1) log.info({ reason: much }, 'line ' + line);
    setTimeout(() => say('alive'), 20);
    await told();
    log.info('late');
    process.disconnect();`);
  expect(await shown()).toBe('alive');
  const reading = read();
  child.send('it is read again');
  const lines = await reading;
  expect(await exit).toBe(0);
  const messages = lines.map(({ msg }) => msg);
  const kept = messages.filter((msg) => msg.startsWith('line '));
  expect(kept).toEqual(kept.map((_, line) => `line ${line}`));
  expect(kept.length).toBeGreaterThan(900);
  expect(kept.length).toBeLessThan(1_500);
  const about = lines.filter(({ msg }) => msg.startsWith('log lines were dropped'));
  const lost = about.reduce((sum, line) => sum + (line.lost ?? 0), 0);
  expect(kept.length + lost + messages.filter((msg) => msg === 'late').length).toBe(3_001);
  expect(about.length).toBeGreaterThan(0);
});

test('an exit loses no lines, however many there are', async () => {
  const { read, exit } = runLogging(`
    ${MUCH}
    for (let line = 0; line < 900; line += 1) log.info({ reason: much }, 'line ' + line);
    exitWhenLogged(7);`);
  const lines = await read();
  expect(await exit).toBe(7);
  expect(lines.map(({ msg }) => msg)).toEqual(Array.from({ length: 900 }, (_, line) => `line ${line}`));
});

test('an exit does not wait for a reader that has stopped', async () => {
  const { exit } = runLogging(`
    ${MUCH}
    for (let line = 0; line < 3_000; line += 1) log.info({ reason: much }, 'line ' + line);
    process.disconnect();
    exitWhenLogged(0);`);
  expect(await exit).toBe(0);
});

test.each(['pipe', ...['/dev/full'].filter((path) => existsSync(path))])(
  'a closed pipe or a full disk does not end the process: %s',
  async (path) => {
    const stdout = path === 'pipe' ? path : openSync(path, 'w');
    if (stdout !== 'pipe') onTestFinished(() => closeSync(stdout));
    const { child, shown, exit, stderr } = runLogging(
      `log.info('one');
    await told();
    log.info('two');
    setTimeout(() => { log.fatal('three'); say('alive'); process.disconnect(); }, 20);`,
      stdout,
    );
    child.stdout?.destroy();
    child.send('nobody reads it');
    expect(await shown()).toBe('alive');
    expect(await exit).toBe(0);
    expect(await stderr).toBe('');
  },
);
