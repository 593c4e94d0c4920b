import { z } from 'zod';
import type { Person } from '../slack/client/person.ts';

const NAME = z.string().max(255);

/** What a person can do on the page: methods of `Person`. */
const DEEDS = [
  'command',
  'say',
  'shortcut',
  'press',
  'type',
  'submit',
  'closeModal',
  'openHome',
] as const satisfies readonly (keyof Person)[];
type Deed = (typeof DEEDS)[number];

/** An action of a person: the method and its arguments. */
export type Act = { [Name in Deed]: readonly [deed: Name, ...args: Parameters<Person[Name]>] }[Deed];

/** The body of `POST /act`. The local Slack checks the arguments; only the page can send them. */
export const ACT_REQUEST = z.strictObject({ person: NAME, act: z.tuple([z.enum(DEEDS)], z.unknown()) });

/** A year, which is longer than every lifetime and every date of an account. */
const MAX_MINUTES = 366 * 24 * 60;

/** The body of `POST /control`. */
export const CONTROL = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service-fault'), fault: NAME }),
  z.strictObject({ kind: z.literal('advance-clock'), minutes: z.number().positive().max(MAX_MINUTES) }),
  z.strictObject({ kind: z.literal('reset-clock') }),
  z.strictObject({ kind: z.literal('run-backups') }),
  z.strictObject({ kind: z.literal('expire-token') }),
  /** Sets the language of the person's Slack. */
  z.strictObject({ kind: z.literal('set-locale'), person: NAME, locale: z.enum(['en-GB', 'tr-TR']) }),
]);
export type Control = z.infer<typeof CONTROL>;

/** The answer to both. `error`: what Slack's client, or the sandbox, shows to the person. */
export interface PageAnswer {
  readonly ok: boolean;
  readonly error?: string;
}
