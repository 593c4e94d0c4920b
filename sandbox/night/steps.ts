import type { Person } from '../slack/client/person.ts';
import { findElements } from '../slack/state/elements.ts';
import type { Sandbox } from '../start-sandbox.ts';
import { createSession } from '../terminal/session.ts';

export const CHANNEL = 'alerts';
/** Wide enough that nothing wraps. */
export const WIDTH = 400;
/** Both become critical in the night: the first at 22:30, the second at 00:30. */
const [BAKERY, MARKET] = ['2002', '2016'] as const;

type Action = 'trigger' | 'acknowledge' | 'resolve';

/** What to put into a modal, by the types of its inputs. Options are chosen by their labels. */
type Filled = Readonly<Record<string, string | readonly string[]>>;

/** Something that happens in the night, and what must result from it. */
export interface Step {
  /** Minutes after 22:00. */
  readonly at: number;
  readonly what: string;
  /** Resolves with what only this person sees. */
  readonly act?: (night: {
    readonly ada: ReturnType<typeof onCall>;
    readonly bora: ReturnType<typeof onCall>;
    readonly runBackups: () => void;
  }) => Promise<unknown>;
  /** Parts of lines that are new in the channel. Absent: nothing may be posted, only edited. */
  readonly posts?: readonly string[];
  /** Parts of lines that `act` resolves with. `act` is repeated each minute until they appear. */
  readonly answers?: readonly string[];
  /** The calls that each target accepts. */
  readonly calls?: readonly Action[];
}

/** From the evening to the morning. */
export const STEPS: readonly Step[] = [
  {
    at: 0,
    what: 'Ada watches two customers in #alerts. PagerDuty, ntfy and the webhook are chosen, too, and Bora as whom to mention.',
    async act({ ada }) {
      await ada.types(`watch ${BAKERY} ${MARKET}`);
      await ada.submits({
        multi_users_select: ['bora'],
        multi_static_select: ['PagerDuty', 'ntfy', 'Webhook'],
      });
    },
    posts: ['Ada Byron started to watch'],
  },
  {
    at: 1,
    what: 'Ada asks for the summary.',
    act: ({ ada }) => ada.types('summary'),
    answers: ['2 accounts: need attention'],
  },
  {
    at: 3,
    what: 'Ada asks for one in the channel every day at eight.',
    act: ({ ada }) => ada.types('summary 08:00'),
    posts: ['every day at 08:00'],
  },
  {
    at: 5,
    what: 'The fish market moves its server tonight: Ada mutes it for four hours.',
    act: ({ ada }) => ada.types(`mute ${MARKET} 4h server move`),
    answers: ['muted'],
  },
  {
    at: 31,
    what: 'The bakery has had no backup for 48 hours.',
    posts: ['🚨 Acme Bakery'],
    calls: ['trigger'],
  },
  { at: 61, what: 'Nobody is on it.', posts: ['Nobody is on it yet. @Bora Demir', '⤵️ Acme Bakery'] },
  {
    at: 70,
    what: 'Bora presses “I’m on it”.',
    act: async ({ bora }) => void (await bora.types('i’m on it')),
    posts: ['@Bora Demir is on it since', '@Bora Demir is on it: Acme Bakery'],
    calls: ['acknowledge'],
  },
  {
    at: 80,
    what: 'Bora hands it over to Ada.',
    async act({ bora }) {
      await bora.types('hand over…');
      await bora.submits({ users_select: 'ada', plain_text_input: 'They open at five' });
    },
    posts: ['They open at five'],
  },
  {
    at: 155,
    what: 'The fish market has had no backup for 48 hours either. It is muted: only its card says so.',
    act: ({ ada }) => ada.types(MARKET),
    answers: ['🚨 Harbour Fish Market', '🔕 muted'],
  },
  { at: 246, what: 'The mute has ended.', posts: ['🚨 New: Harbour'], calls: ['trigger'] },
  {
    at: 255,
    what: 'Ada snoozes it in this channel until 08:00: nobody is at the market before.',
    async act({ ada }) {
      await ada.types('snooze…');
      await ada.submits({ multi_static_select: ['Harbour'], radio_buttons: '08:00' });
    },
    posts: ['Ada Byron snoozed Harbour'],
    calls: ['acknowledge'],
  },
  { at: 320, what: 'Ada has had the bakery for four hours.', posts: ['still not fine after 4 h'] },
  {
    at: 420,
    what: 'Both customers start their computers, and their backups run.',
    act: async ({ runBackups }) => runBackups(),
    posts: ['✅ 2 accounts fine again', 'Acme Bakery (2002) is fine again after'],
    calls: ['resolve', 'resolve'],
  },
  { at: 600, what: 'Good morning.', posts: ['☀️'] },
];

/** A person at their own prompt. */
export function onCall(person: Person, { slack, clock }: Sandbox) {
  const at = { person: person.name, channel: CHANNEL, width: WIDTH };
  const session = createSession({ slack, passTime: clock.advance, ...at });
  return {
    /** Types a line, or presses the element with that label. Resolves with what the person then sees. */
    async types(line: string): Promise<string> {
      if (person.modal()) await person.closeModal();
      return session.run(line);
    },
    /** Fills in the modal that is open, and submits it. */
    async submits(values: Filled): Promise<void> {
      await person.waitFor(() => person.modal()?.submit);
      const filled = findElements(person.modal()?.blocks ?? []).flatMap(
        ({ isInput, type, actionId, options }) => {
          const value = values[type];
          if (!isInput || value === undefined) return [];
          const chosen = (words: string) =>
            options?.find(({ text }) => text.text.includes(words))?.value ?? words;
          return [[actionId, typeof value === 'string' ? chosen(value) : value.map(chosen)]];
        },
      );
      const { error, errors } = await person.submit(Object.fromEntries(filled));
      if (error ?? errors) throw new Error(error ?? Object.values(errors ?? {}).join(' '));
    },
  };
}
