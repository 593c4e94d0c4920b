import type { Fault, FaultScope } from '../backup-service/faults.ts';
import type { ReferenceBackupService } from '../backup-service/start-backup-service.ts';
import type { ServiceFault } from './page-state.ts';

/** One fault at a time on the reference service. */
export interface ServiceSwitch {
  current(): ServiceFault;
  /** Replaces every fault of the service. Throws when the service is the developer's own. */
  set(fault: ServiceFault): void;
}

/** Late enough for "Still asking", soon enough for the client not to give up. */
const SLOW_MS = 4_000;
/** The wait that a person at the page is willing to sit through. */
const RETRY_AFTER_SECONDS = 5;

const FAULTS: Readonly<Record<Exclude<ServiceFault, 'none' | 'slow'>, readonly [Fault, FaultScope?]>> = {
  down: [{ kind: 'reset' }],
  // Not the login: a refused one would keep the bot from trying again for a while after the switch is back.
  unauthorized: [{ kind: 'status', status: 401 }, { operation: 'general-info' }],
  'server-error': [{ kind: 'status', status: 500 }],
  html: [{ kind: 'html-page', status: 200 }],
  'rate-limited': [{ kind: 'rate-limited', retryAfterSeconds: RETRY_AFTER_SECONDS }],
};

type Switchable = Pick<ReferenceBackupService, 'set' | 'addFault' | 'clearFaults'>;

/** `service` is undefined when the developer's own one is asked. */
export function createServiceSwitch(service: Switchable | undefined): ServiceSwitch {
  let current: ServiceFault = 'none';
  return {
    current: () => current,
    set(fault) {
      if (!service) throw new Error('The service is your own: its faults cannot be switched from here.');
      service.clearFaults();
      service.set({ latencyMs: fault === 'slow' ? SLOW_MS : 0 });
      if (fault !== 'none' && fault !== 'slow') service.addFault(...FAULTS[fault]);
      current = fault;
    },
  };
}
