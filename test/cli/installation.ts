import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import { type LocalSlack, startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Finding } from '../../src/cli/doctor.ts';
import { runCaptured } from './run-captured.ts';

export type Settings = Readonly<Record<string, string>>;

/** A Slack, a service and an empty folder, for the doctor. */
export interface Installation {
  readonly slack: LocalSlack;
  readonly service: ReferenceBackupService;
  readonly folder: string;
  /** Correct settings for Socket Mode, with these changes. */
  settings(changes?: Settings): Settings;
  /** The same over signed HTTP. */
  overHttp(changes?: Settings): Settings;
}

/** One installation for all tests of a file. */
export function createInstallation(): Installation {
  let slack: LocalSlack;
  let service: ReferenceBackupService;
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-doctor-'));
  beforeAll(async () => {
    slack = await startLocalSlack();
    service = await startBackupService();
  });
  afterAll(async () => {
    await slack.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const common = (): Settings => ({
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    DATABASE_URL: `sqlite:${join(folder, 'not-there-yet', 'pins.db')}`,
  });
  return {
    get slack() {
      return slack;
    },
    get service() {
      return service;
    },
    folder,
    settings: (changes) => ({ ...common(), SLACK_APP_TOKEN: slack.appToken, ...changes }),
    overHttp: (changes) => ({
      ...common(),
      SLACK_SIGNING_SECRET: slack.signingSecret,
      HOST: '127.0.0.1',
      PORT: '0',
      ...changes,
    }),
  };
}

/** Runs the doctor in this process with only these settings. */
export async function doctor(env: Settings, args: readonly string[] = []) {
  const ran = await runCaptured('doctor', args, env);
  expectNoSecret(env, ran.stdout + ran.stderr);
  return ran;
}

/** The findings of the doctor, from `--json`. */
export async function examine(env: Settings, args: readonly string[] = []) {
  const { exitCode: code, stdout } = await doctor(env, ['--json', ...args]);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return { code, findings, failures: findings.filter(({ kind }) => kind === 'failed') };
}

function expectNoSecret(env: Settings, output: string): void {
  for (const [name, value] of Object.entries(env)) {
    if (value !== '' && /(TOKEN|SECRET|PASSWORD)$/.test(name)) expect(output, name).not.toContain(value);
  }
}
