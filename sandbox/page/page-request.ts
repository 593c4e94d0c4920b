import { z } from 'zod';
import type { Person } from '../slack/client/person.ts';

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

const person = z.string().max(255);

/** The body of `POST /act`. The local Slack checks the arguments; only the page can send them. */
export const ACT_REQUEST = z.strictObject({ person, act: z.tuple([z.enum(DEEDS)], z.unknown()) });

/** The body of `POST /control`: the text that was pressed or chosen. */
export const CONTROL_REQUEST = z.strictObject({ person, control: z.string().max(255) });
