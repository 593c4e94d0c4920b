import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();
const { write, settings } = installation;

describe('the file of account rules', () => {
  test('the example of the documents is taken', async () => {
    const file = join(import.meta.dirname, '../../docs/account-rules.example.yaml');
    const { code, findings } = await examine(installation, settings({ ACCOUNT_RULES_FILE: file }));
    expect(findings).toContainEqual({
      check: 'account rules',
      kind: 'passed',
      message: `${file}: 3 rules`,
    });
    expect(code).toBe(0);
  });

  test('all mistakes of a file are told at once', async () => {
    const file = write(
      'rules.yaml',
      'rules:\n  - name: a\n    accounts: "1"\n    late_after_hours: -1\n  - name: b\n    accounts: "2"\n    ignore: all\n',
    );
    const { code, findings } = await examine(installation, settings({ ACCOUNT_RULES_FILE: file }));
    expect(findings.filter(({ check }) => check === 'account rules')).toMatchObject([
      { kind: 'failed', message: expect.stringMatching(/line 4: late_after_hours.*line 7: ignore/) },
    ]);
    expect(code).toBe(1);
  });
});
