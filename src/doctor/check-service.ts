import type { Logger } from 'pino';
import { type BackupServiceError, isBackupServiceError } from '../backup-service/errors.ts';
import { type Reach, reachService } from '../backup-service/http/reach-service.ts';
import { inspectService, type ServiceInspection, type SignIn } from '../backup-service/inspect-service.ts';
import type { Config } from '../config.ts';
import { english } from '../words/en.ts';
import { checkAccount } from './check-account.ts';
import { checkClock, checkToken, checkZone } from './check-sign-in.ts';
import { type CheckName, type Finding, failed, passed, skipped } from './finding.ts';
import { inClearByHttp } from './in-clear.ts';
import { serviceTrouble } from './service-trouble.ts';

export interface CheckServiceDeps {
  readonly config: Config;
  /** The account to read; absent: none is. */
  readonly accountId: string | undefined;
  readonly now: () => number;
  readonly log: Logger;
}

const REACH_WITHIN_MS = 5_000;
const AFTER_SIGN_IN: readonly CheckName[] = ['token', 'clock', 'time zone', 'account'];

/** From the name of the service's host to one account in it; what needs an earlier step that failed is skipped. */
export async function checkService(deps: CheckServiceDeps): Promise<readonly Finding[]> {
  const { config, now, log } = deps;
  const reach = await reachService(config.backupService.url, REACH_WITHIN_MS);
  const { url } = config.backupService;
  const what = 'user name, password, token and every answer';
  const address = [
    addressFinding(reach, url, now()),
    ...inClearByHttp('service address', 'BACKUP_SERVICE_URL', url, what),
  ];
  if (reach.kind !== 'reached') return [...address, ...skipAll(['sign-in', ...AFTER_SIGN_IN])];
  const inspection = inspectService({ ...config.backupService, now, log });
  try {
    return [...address, ...(await checkBehindSignIn(inspection, deps))];
  } finally {
    await inspection.close();
  }
}

async function checkBehindSignIn(
  inspection: ServiceInspection,
  { config, accountId, now }: CheckServiceDeps,
): Promise<readonly Finding[]> {
  const signedIn = await inspection.signIn().catch(onlyServiceError);
  if (isBackupServiceError(signedIn)) {
    const { message, fix } = serviceTrouble(signedIn);
    return [failed('sign-in', message, fix), ...skipAll(AFTER_SIGN_IN)];
  }
  const signIn: SignIn = signedIn;
  return [
    passed('sign-in', 'the service takes user name and password'),
    checkToken(signIn),
    checkClock(signIn, config.thresholds.clockAhead),
    checkZone(signIn),
    ...(await checkAccount({ inspection, signIn, accountId, thresholds: config.thresholds, now })),
  ];
}

function onlyServiceError(error: unknown): BackupServiceError {
  if (isBackupServiceError(error)) return error;
  throw error;
}

const skipAll = (checks: readonly CheckName[]) =>
  checks.map((check) => skipped(check, 'not looked at: the service has to let us in first'));

function addressFinding(reach: Reach, url: string, nowMs: number): Finding {
  const { host } = new URL(url);
  switch (reach.kind) {
    case 'reached': {
      const { address, durationMs, certificateEndsAtMs: endsAtMs } = reach;
      const tls =
        endsAtMs === undefined
          ? 'without TLS'
          : `TLS, certificate good for ${english.time.duration(endsAtMs - nowMs)}`;
      return passed('service address', `${host} is ${address}, connected in ${durationMs} ms, ${tls}`);
    }
    case 'no-address':
      return failed(
        'service address',
        `there is no host ${host}: ${reach.reason}`,
        'Check BACKUP_SERVICE_URL for a slip, and the DNS of this machine.',
      );
    case 'no-connection':
      return failed(
        'service address',
        `no connection to ${host}: ${reach.reason}`,
        'Check host and port in BACKUP_SERVICE_URL, that the service runs, and that a firewall lets this machine through.',
      );
    case 'no-tls':
      return failed(
        'service address',
        `no trust in ${host}: ${reach.reason}`,
        'BACKUP_SERVICE_URL must be http:// for a service without TLS; for a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file.',
      );
    default:
      return reach satisfies never;
  }
}
