import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest } from '../sandbox/read-manifest.ts';
import { type LocalSlack, startLocalSlack } from '../sandbox/slack/start-local-slack.ts';
import type { BackupServiceAddress, BackupServiceJob } from './processes/backup-service.ts';
import { startWorker } from './processes/start-worker.ts';

/** People of the local Slack who ask: `member-1` and so on. */
export const MEMBERS = 200;
/** Of the service, for each request. */
export const SERVICE_LATENCY_MS = 20;

/** What every bot has around it, all of it on 127.0.0.1. */
export interface World {
  readonly slack: LocalSlack;
  readonly service: BackupServiceAddress;
  /** For databases and logs; gone with the world. */
  readonly folder: string;
  /** Of a bot, for signed HTTP. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-status-bench-'));
  const serving = startWorker<BackupServiceJob, BackupServiceAddress>('processes/backup-service.ts');
  const [service, slack] = await Promise.all([
    serving.run({ latencyMs: SERVICE_LATENCY_MS }),
    startLocalSlack({ ...slackOptions(), eventRetryDelaysMs: [] }),
  ]);
  return {
    slack,
    service,
    folder,
    settings: {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      ...serviceSettings(service),
    },
    async close() {
      await Promise.all([slack.close(), serving.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A Slack with many members that grants what manifest.yml asks for. */
export const slackOptions = () => ({
  extraMembers: MEMBERS,
  scopes: readManifest().scopes,
  locale: 'en-GB',
});

export const serviceSettings = ({ url, username, password }: BackupServiceAddress) => ({
  BACKUP_SERVICE_URL: url,
  BACKUP_SERVICE_USERNAME: username,
  BACKUP_SERVICE_PASSWORD: password,
});

/** The user id of `member-<number>` of a local Slack. */
export const memberId = (slack: LocalSlack, number: number): string =>
  slack.person(`member-${(number % MEMBERS) + 1}`).id;
