import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/doctor/finding.ts';
import { createInstallation, examine, runDoctorProcess } from './installation.ts';

const installation = createInstallation();
const { write, settings } = installation;

describe('the files of settings and secrets', () => {
  const ofFiles = async (changes = {}) => {
    // A .env is looked for in the folder of the process.
    const { code, stdout } = await runDoctorProcess(installation, settings(changes), ['--json']);
    const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
    return { code, findings: findings.filter(({ check }) => check === 'settings files') };
  };

  test('a .env and a secret that only their owner can read', async () => {
    write('.env', 'SLACK_SOCKETS=2\n', 0o600);
    const path = write('token', installation.slack.botToken, 0o400);
    const { code, findings } = await ofFiles({ SLACK_BOT_TOKEN: '', SLACK_BOT_TOKEN_FILE: path });
    expect(findings).toEqual([
      { check: 'settings files', kind: 'passed', message: `.env 600, ${path} 400: closed to others` },
    ]);
    expect(code).toBe(0);
  });

  test('a group that was given them may read, and not write', async () => {
    write('.env', '', 0o640);
    expect((await ofFiles()).findings).toMatchObject([{ kind: 'passed' }]);
    write('.env', '', 0o660);
    expect((await ofFiles()).findings).toMatchObject([{ kind: 'failed' }]);
  });

  test('a .env that everybody can read is told even where the settings are wrong', async () => {
    write('.env', '', 0o644);
    const { code, findings } = await ofFiles({ SLACK_BOT_TOKEN: '' });
    expect(findings).toMatchObject([
      {
        kind: 'failed',
        message: expect.stringContaining('.env has mode 644'),
        fix: expect.stringMatching(/^chmod 600 \.env/),
      },
    ]);
    expect(code).toBe(1);
  });
});

describe('the file of account rules', () => {
  test('the example of the documents is taken', async () => {
    const file = join(import.meta.dirname, '../../docs/account-rules.example.yaml');
    const { code, findings } = await examine(installation, settings({ ACCOUNT_RULES_FILE: file }));
    expect(findings).toContainEqual({
      check: 'account rules',
      kind: 'passed',
      message: `${file}: 3 rules, 4 accounts`,
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
      { kind: 'failed', message: expect.stringMatching(/\(a\): late_after_hours.*\(b\): ignore/) },
    ]);
    expect(code).toBe(1);
  });
});
