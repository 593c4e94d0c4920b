import { expect, test } from 'vitest';
import { parseOptions } from '../../src/status/options.ts';
import { runProgram } from '../support/run-script.ts';

test.each([
  [['1001', '--json'], { accounts: ['1001'], format: 'json', language: undefined }],
  [
    ['--perfdata', '--language', 'tr', 'a', 'b c'],
    { accounts: ['a', 'b c'], format: 'perfdata', language: 'tr' },
  ],
  [['--', '-7'], { accounts: ['-7'], format: 'lines', language: undefined }],
])('%j is a run', (args, options) => {
  expect(parseOptions(args)).toEqual({ kind: 'run', options });
});

test.each([
  [[]],
  [['--frob', '1001']],
  [['--language', 'de', '1001']],
  [['--json', '--perfdata', '1001']],
  [['--json=yes', '1001']],
  [Array.from({ length: 1_001 }, (_, index) => `${index}`)],
])('%j is none', (args) => {
  expect(parseOptions(args)).toEqual({ kind: 'invalid', problem: expect.stringMatching(/\S/) });
});

test('--help is no question', () => expect(parseOptions(['--help', '1001'])).toEqual({ kind: 'help' }));

test('the process ends with 3 and a clear line on standard error for an unknown option, and for missing settings', async () => {
  const [unknown, unset] = await Promise.all([
    runProgram('status', { args: ['--frob', '1001'] }).ended,
    runProgram('status', { args: ['1001'] }).ended,
  ]);
  expect(unknown).toEqual({ code: 3, stdout: '', stderr: expect.stringMatching(/^Unknown option '--frob'/) });
  expect(unset).toEqual({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(/^backup-status cannot ask.*\n {2}BACKUP_SERVICE_URL is missing/),
  });
});
