import { HOUR_MS, MINUTE_MS } from '../backup-service/accounts/account.ts';
import type { Fault } from '../backup-service/reply.ts';
import type { FaultScope } from '../backup-service/start-backup-service.ts';
import type { Person } from '../slack/client/person.ts';
import type { PersonName } from '../slack/state/workspace.ts';
import { READ_AGAIN_MS, type Sandbox } from '../start-sandbox.ts';

/** The parts of a sandbox that the page shows and controls. */
export type PageSandbox = Pick<Sandbox, 'slack' | 'service' | 'runBackups' | 'clock' | 'resetClock'>;

/** Late enough for "Still asking", early enough that the client does not give up. */
const SLOW_MS = 4_000;
/** The bot asks Slack about a person again only after this time. */
const ASKED_AGAIN_MS = 5 * MINUTE_MS;

/** Faults of the reference service, by their names in the menu. */
const FAULTS: Readonly<Record<string, readonly [Fault, FaultScope?] | undefined>> = {
  Works: undefined,
  Down: [{ kind: 'reset' }],
  Slow: undefined,
  // Not for logins: after a refused login the bot waits a while, even when the fault is gone.
  'Refuses the token (401)': [{ kind: 'status', status: 401 }, { operation: 'general-info' }],
  'Fails (500)': [{ kind: 'status', status: 500 }],
  'Answers HTML': [{ kind: 'html-page', status: 200 }],
  // Short enough for a person at the page to wait.
  'Rate limited (429)': [{ kind: 'status', status: 429, headers: { 'retry-after': '5' } }],
};

/** The languages of a person's Slack, by the names that Slack uses. */
const LANGUAGES = Object.entries({ English: 'en-GB', Türkçe: 'tr-TR' });

export type Controls = ReturnType<typeof createControls>;

/** Everything that the page changes beside the workspace, by the texts that are pressed or chosen. */
export function createControls({ slack, service, clock, runBackups, resetClock }: PageSandbox) {
  let fault = 'Works';
  const switches = {
    '+1 hour': () => clock.pass(HOUR_MS),
    '+1 day': () => clock.pass(24 * HOUR_MS),
    'Reset clock': resetClock,
    // A developer's own service has neither these nor faults.
    ...(service && {
      'Run backups': () => {
        runBackups();
        return clock.pass(READ_AGAIN_MS);
      },
      'Expire token': service.revokeTokens,
    }),
  };
  const setFault = (name: string) => {
    fault = name;
    service?.clearFaults();
    service?.set({ latencyMs: name === 'Slow' ? SLOW_MS : 0 });
    const chosen = FAULTS[name];
    if (chosen) service?.addFault(...chosen);
  };
  const setLocale = (person: Person, locale: string) => {
    slack.setLocale(person.name as PersonName, locale);
    return clock.pass(ASKED_AGAIN_MS);
  };
  const faults = service ? Object.keys(FAULTS) : [];
  const all = new Map<string, (person: Person) => unknown>([
    ...Object.entries(switches),
    ...faults.map((name) => [name, () => setFault(name)] as const),
    ...LANGUAGES.map(([name, locale]) => [name, (person: Person) => setLocale(person, locale)] as const),
  ]);
  return {
    /** What the page offers, and what is chosen now. Without faults for a developer's own service. */
    shown: ({ locale }: Person) => ({
      switches: Object.keys(switches),
      faults,
      fault,
      languages: LANGUAGES.map(([name]) => name),
      language: LANGUAGES.find(([, one]) => one === locale)?.[0] ?? locale,
    }),
    /** The control of this name. It may return a promise. */
    named: (name: string) => all.get(name),
  };
}
