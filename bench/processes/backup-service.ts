// The reference service in a process of its own, as it is in life: whatever Slack's side does must not hold it up.
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { serveJobs } from './serve-jobs.ts';

export interface BackupServiceJob {
  readonly latencyMs: number;
}

/** Where the service is, and its one account. */
export interface BackupServiceAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

serveJobs(async ({ latencyMs }: BackupServiceJob): Promise<BackupServiceAddress> => {
  const { url, username, password } = await startBackupService({ latencyMs });
  return { url, username, password };
});
