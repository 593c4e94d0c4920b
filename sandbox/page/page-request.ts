import { z } from 'zod';

const ID = z.string().max(255);
const TEXT = z.string().max(12_000);

const TARGET = z.strictObject({
  actionId: ID,
  blockId: ID.optional(),
  messageTs: ID.optional(),
  in: ID.optional(),
  value: TEXT.optional(),
  values: z.array(TEXT).readonly().optional(),
});

const TYPED = z.record(ID, z.union([TEXT, z.array(TEXT)]));

/** What a person does; `channel` and `target.in` are names as in `PageState`, `home` or `modal`. */
const ACT = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), channel: ID, line: TEXT }),
  z.strictObject({ kind: z.literal('say'), channel: ID, text: TEXT.min(1) }),
  z.strictObject({ kind: z.literal('shortcut'), callbackId: ID, messageTs: ID }),
  z.strictObject({ kind: z.literal('press'), target: TARGET, typed: TYPED.optional() }),
  z.strictObject({ kind: z.literal('type'), target: TARGET, text: TEXT }),
  z.strictObject({ kind: z.literal('submit'), values: TYPED }),
  z.strictObject({ kind: z.literal('close-modal') }),
  z.strictObject({ kind: z.literal('open-home') }),
]);
export type Act = z.infer<typeof ACT>;

/** The body of `POST /act`. */
export const ACT_REQUEST = z.strictObject({ person: ID, act: ACT });

/** A year: longer than every lifetime and every date of an account. */
const MOST_MINUTES = 366 * 24 * 60;

/** The body of `POST /control`. */
export const CONTROL = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service-fault'), fault: ID }),
  z.strictObject({ kind: z.literal('advance-clock'), minutes: z.number().positive().max(MOST_MINUTES) }),
  z.strictObject({ kind: z.literal('reset-clock') }),
  z.strictObject({ kind: z.literal('run-backups') }),
  z.strictObject({ kind: z.literal('expire-token') }),
  /** Of the person's Slack. */
  z.strictObject({ kind: z.literal('set-locale'), person: ID, locale: z.enum(['en-GB', 'tr-TR']) }),
]);
export type Control = z.infer<typeof CONTROL>;

/** The answer to both. `error` is what Slack's client, or the sandbox, would tell the person. */
export type ActResult = { readonly ok: true } | { readonly ok: false; readonly error: string };
