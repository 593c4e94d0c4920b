import type { ServedRequest } from './backup-service/create-request-listener.ts';
import { type ReferenceBackupService, startBackupService } from './backup-service/start-backup-service.ts';

/** The service that the sandbox asks. */
export interface SandboxService {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Undefined for a service of the developer's own. */
  readonly reference: ReferenceBackupService | undefined;
  /**
   * Makes the backups of every account as recent as at the start. The end of packages does not change. Does nothing for a
   * service of the developer's own.
   */
  runBackups(): void;
  /** After the clock was set back: forgets backups that ran later than now. */
  forgetFuture(): void;
  /** Calls `listener` with each request that the reference service has served, until the result is called. */
  onServed(listener: (served: ServedRequest) => void): () => void;
  close(): Promise<void>;
}

interface ServiceSetup {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the reference service; 0: a free one. */
  readonly port: number;
  readonly now: () => number;
}

/** The developer's own service when all three settings name one, else the reference service, started here. */
export async function startService({ environment, port, now }: ServiceSetup): Promise<SandboxService> {
  const own = serviceIn(environment);
  if (own) {
    return {
      ...own,
      reference: undefined,
      runBackups() {},
      forgetFuture() {},
      onServed: () => () => {},
      close: async () => {},
    };
  }
  const startedAtMs = now();
  let backupsRanAtMs = [startedAtMs];
  const listeners = new Set<(served: ServedRequest) => void>();
  const reference = await startBackupService({
    port,
    now,
    accountsAsOf: () => ({ backupsMs: backupsRanAtMs.at(-1) ?? startedAtMs, packagesMs: startedAtMs }),
    onServed(served) {
      for (const listener of [...listeners]) listener(served);
    },
  });
  const { url, username, password } = reference;
  return {
    url,
    username,
    password,
    reference,
    runBackups() {
      backupsRanAtMs.push(now());
    },
    forgetFuture() {
      backupsRanAtMs = backupsRanAtMs.filter((atMs) => atMs <= now());
    },
    onServed(listener) {
      const own = (served: ServedRequest) => listener(served);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close: () => reference.close(),
  };
}

function serviceIn(environment: Readonly<Record<string, string | undefined>>) {
  const url = environment.BACKUP_SERVICE_URL;
  const username = environment.BACKUP_SERVICE_USERNAME;
  const password = environment.BACKUP_SERVICE_PASSWORD;
  return url && username && password ? { url, username, password } : undefined;
}
