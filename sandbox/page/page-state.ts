// sandbox/page/ owns the workspace in a browser: what it shows, and what a person can do and control there. It must never
// know src, and is not part of the shipped product.

import { HOUR_MS, MINUTE_MS } from '../backup-service/accounts/account.ts';
import { CUSTOMERS } from '../backup-service/accounts/accounts.ts';
import type { ReferenceBackupService } from '../backup-service/start-backup-service.ts';
import type { readManifest } from '../read-manifest.ts';
import type { Person } from '../slack/client/person.ts';
import { withStanding } from '../slack/state/elements.ts';
import type { PersonName } from '../slack/state/workspace.ts';
import { READ_AGAIN_MS, type Sandbox } from '../start-sandbox.ts';

export type PageState = ReturnType<typeof readState>;
export type PageChannel = PageState['channels'][number];
export type PageMessage = PageChannel['messages'][number];

/** Everything that this person sees now. It is JSON, so null means absent. */
export function readState(
  { slack, service, clock }: PageSandbox,
  { commands, shortcuts }: ReturnType<typeof readManifest>,
  person: Person,
  controls: Controls,
) {
  const { users, channels, botUserId } = slack.workspace;
  const modal = person.modal();
  const nameOf = (userId: string) => users.find(({ id }) => id === userId)?.realName ?? userId;
  return {
    person: { name: person.name, realName: nameOf(person.id), locale: person.locale, tz: person.tz },
    /** The people whose screen the page can show: two members, a guest, and a person from another organisation. */
    people: users
      .filter(({ kind }) => kind !== 'bot' && kind !== 'deleted')
      .map(({ id, name, realName, kind }) => ({ id, name, realName, kind })),
    /** Those of the person. */
    channels: channels
      .filter(({ memberIds }) => memberIds.includes(person.id))
      .map(({ id, name, isDirect, isShared }) => ({
        id,
        name: isDirect ? 'direct' : name,
        isDirect,
        isShared,
        messages: person.messages(id).map((message) => ({
          ...message,
          authorName: nameOf(message.authorId),
          isApp: message.authorId === botUserId,
          atMs: Math.floor(Number(message.ts) * 1000),
        })),
      })),
    /** Null until the app has published one. */
    home: person.home() ?? null,
    /** The top modal of the stack. Its inputs start with their current values. */
    modal: modal ? { ...modal, blocks: withStanding(modal.blocks, modal.state.values) } : null,
    /** How mentions read, by the id of a person or channel. */
    mentions: Object.fromEntries([
      ...users.map(({ id, realName }) => [id, `@${realName}`]),
      ...channels.map(({ id, name }) => [id, `#${name}`]),
    ]),
    command: commands[0] ?? '',
    /** The shortcuts in the menu of a message. */
    shortcuts,
    ...controls.shown(person),
    accounts: service ? CUSTOMERS : [],
    /** How far the clocks of Slack, bot and reference service are ahead of this machine's. */
    offsetMinutes: clock.aheadMs() / 60_000,
  };
}

/** The parts of a sandbox that the page shows and controls. */
export type PageSandbox = Pick<Sandbox, 'slack' | 'service' | 'runBackups' | 'clock' | 'resetClock'>;

/** Late enough for "Still asking", early enough that the client does not give up. */
const SLOW_MS = 4_000;
/** The bot asks Slack about a person again only after this time. */
const ASKED_AGAIN_MS = 5 * MINUTE_MS;

/** Faults of the reference service, by their names in the menu. */
const FAULTS: Readonly<Record<string, Parameters<ReferenceBackupService['addFault']> | undefined>> = {
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

type Controls = ReturnType<typeof createControls>;

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
    /** Uses the control of this name as this person. Rejects when there is none. */
    async use(name: string, person: Person): Promise<void> {
      const control = all.get(name);
      if (!control) throw new Error(`There is no ${name}`);
      await control(person);
    },
  };
}
