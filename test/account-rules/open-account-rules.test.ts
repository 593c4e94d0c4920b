import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openAccountRules } from '../../src/account-rules/account-rules.ts';
import { THRESHOLDS } from '../account/accounts.ts';
import { temporaryFile } from '../cli/run-captured.ts';

const GOOD = 'rules:\n  - { name: archive, accounts: "AR-*", late_after_hours: 40 }';

test.each([
  ['a missing file', undefined, 'cannot be read (ENOENT)'],
  [
    'a file of more than 256 KiB, with the command that takes a list of accounts',
    `#${'x'.repeat(256 * 1024)}`,
    'is larger than 256 KiB. A list of accounts is imported with npm run accounts -- import FILE.csv',
  ],
  [
    'the list of accounts of 1.x, with the same command',
    'rules: []\nfleet:\n  "1004": Acme\n',
    'line 3: fleet is no longer read. Remove it, and import the list with npm run accounts -- import FILE.csv',
  ],
  ['Latin-5 text', Buffer.from([0x72, 0xfe]), 'is not UTF-8 text'],
  ['lists inside lists without end', '['.repeat(5_000), 'nested too deeply'],
])('refuses %s', async (_, content, problem) => {
  const path = content === undefined ? '/nowhere/rules.yaml' : temporaryFile('rules.yaml', content);
  const opening = openAccountRules(path, THRESHOLDS);
  await expect(opening).rejects.toThrow(`ACCOUNT_RULES_FILE ${path}: ${problem}`);
});

test('refuses a folder and an endless file', async () => {
  const open = (path: string) => openAccountRules(path, THRESHOLDS);
  await expect(open(tmpdir())).rejects.toThrow('cannot be read (EISDIR)');
  await expect(open('/dev/zero')).rejects.toThrow('is larger than 256 KiB');
});

test('keeps the rules of the later of two simultaneous reloads', async () => {
  const path = temporaryFile('rules.yaml', GOOD);
  const rules = await openAccountRules(path, THRESHOLDS);
  writeFileSync(path, `${GOOD}\n${'# slow\n'.repeat(30_000)}`);
  const first = rules.reload();
  writeFileSync(path, GOOD.replace('40', '41'));
  await Promise.all([first, rules.reload()]);
  expect(rules.rulesOf('AR-1').thresholds.late.value).toBe(41);
});
