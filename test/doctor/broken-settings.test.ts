import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/settings.ts';
import { BROKEN_OTHER_SETTINGS } from './broken/other-settings.ts';
import { BROKEN_SERVICE_SETTINGS } from './broken/service-settings.ts';
import { BROKEN_SLACK_SETTINGS } from './broken/slack-settings.ts';
import { createInstallation, doctor, runDoctorProcess } from './installation.ts';

const installation = createInstallation();
const BREAKS = [...BROKEN_SLACK_SETTINGS, ...BROKEN_SERVICE_SETTINGS, ...BROKEN_OTHER_SETTINGS];

/** Each ✗ with the fix below it. */
const crossesIn = (output: string) =>
  [...output.matchAll(/^✗ (.*)\n(.*)$/gm)].map(([, line = '', below = '']) => ({ line, below }));

describe('one setting broken: the right ✗ alone, with its fix, and exit 1', () => {
  test.each(BREAKS)('$setting: $how', async ({ settings, check, message, fix }) => {
    const { code, stdout } = await doctor(settings(installation));
    const [cross, ...others] = crossesIn(stdout);
    expect(others).toEqual([]);
    expect(cross?.line).toMatch(new RegExp(`^${check} +\\S`));
    expect(cross?.line.slice(check.length).trim()).toMatch(message);
    expect(cross?.below).toMatch(/^ +→ /);
    expect(cross?.below).toMatch(fix);
    expect(stdout).toMatch(/\d+ ✓, 1 ✗/);
    expect(code).toBe(1);
    expect(stdout).not.toContain('hunter2');
  });

  test('as a process, too', async () => {
    const { code, stdout, stderr } = await runDoctorProcess(
      installation,
      installation.settings({ BACKUP_SERVICE_PASSWORD: 'hunter2-the-password' }),
    );
    expect(crossesIn(stdout).map(({ line }) => line)).toEqual([expect.stringMatching(/^sign-in /)]);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('these are fifteen settings and more, each a real one', () => {
    const broken = new Set(BREAKS.map(({ setting }) => setting));
    expect([...broken].filter((name) => !(name in SETTINGS.shape))).toEqual([]);
    expect(broken.size).toBeGreaterThanOrEqual(15);
  });
});
