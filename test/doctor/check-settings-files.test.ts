import { expect, test } from 'vitest';
import type { Finding } from '../../src/doctor/finding.ts';
import { createInstallation, runDoctorProcess } from './installation.ts';

const installation = createInstallation();
const { write, settings } = installation;

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
    { check: 'settings files', kind: 'passed', says: `.env 600, ${path} 400: closed to others` },
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
      says: expect.stringContaining('.env has mode 644'),
      mend: expect.stringMatching(/^chmod 600 \.env/),
    },
  ]);
  expect(code).toBe(1);
});
