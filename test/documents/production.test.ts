import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BARE_ENV } from '../support/bare-env.ts';
import { PROJECT, readDocument } from './markdown.ts';

const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Readonly<Record<string, string>> };

// test/image shows that it runs with what production installs.
test.each([
  ['start', 1],
  ['doctor', 1],
  ['accounts', 1],
  ['fleet', 1],
  ['history', 1],
  ['status', 3],
])('npm run %s checks the version of Node first, and exits with %i on an older one', (name, code) => {
  expect(scripts[name]).toMatch(new RegExp(`^node src/check-node\\.mjs ${code} && `));
});

test('an older Node prints which version is needed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'machine');
  mkdirSync(bin);
  for (const part of ['src/check-node.mjs', 'package.json']) cpSync(join(PROJECT, part), join(folder, part));
  // The Node of the test, which claims to be an old one and to refuse options that it does not know.
  const pretend = join(folder, 'pretend.cjs');
  writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  const old = join(bin, 'node');
  writeFileSync(
    old,
    `#!/bin/sh\ncase "$1" in --env-file*) echo "bad option: $1" >&2; exit 9;; esac\nexec '${process.execPath}' --require '${pretend}' "$@"\n`,
  );
  chmodSync(old, 0o755);
  const env = { ...BARE_ENV, HOME: folder, PATH: [bin, process.env.PATH].join(delimiter) };
  const ended = await new Promise((resolve) => {
    execFile('npm', ['run', '-s', 'status'], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
  const says = /^backup-status needs Node 24 or newer; this is Node 20\.20\.2\. Install Node 24, /;
  expect(ended).toEqual({ code: 3, stdout: '', stderr: expect.stringMatching(says) });
});
