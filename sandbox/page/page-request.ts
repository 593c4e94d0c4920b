import { z } from 'zod';
import type { ActRequest, Control } from './page-state.ts';

const ID = z.string().max(255);
const TEXT = z.string().max(12_000);

const TARGET = z.strictObject({
  actionId: ID,
  blockId: ID.optional(),
  messageTs: ID.optional(),
  in: ID.optional(),
  value: TEXT.optional(),
  values: z.array(TEXT).optional(),
});

const TYPED = z.record(ID, z.union([TEXT, z.array(TEXT)]));

const ACT = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), channel: ID, line: TEXT }),
  z.strictObject({ kind: z.literal('say'), channel: ID, text: TEXT.min(1) }),
  z.strictObject({ kind: z.literal('shortcut'), callbackId: ID, messageTs: ID }),
  z.strictObject({ kind: z.literal('press'), target: TARGET, typed: TYPED.optional() }),
  z.strictObject({ kind: z.literal('type'), target: TARGET, text: TEXT }),
  z.strictObject({ kind: z.literal('submit'), values: TYPED }),
  z.strictObject({ kind: z.literal('close-modal') }),
  z.strictObject({ kind: z.literal('open-home') }),
  z.strictObject({ kind: z.literal('reload') }),
]);

/** The body of `POST /act`. */
export const ACT_REQUEST = z.strictObject({ person: ID, act: ACT }) satisfies z.ZodType<ActRequest>;

const FAULTS = ['none', 'down', 'slow', 'unauthorized', 'server-error', 'html', 'rate-limited'] as const;

/** A year: longer than every lifetime and every date of an account. */
const MOST_MINUTES = 366 * 24 * 60;

/** The body of `POST /control`. */
export const CONTROL = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service-fault'), fault: z.enum(FAULTS) }),
  z.strictObject({ kind: z.literal('advance-clock'), minutes: z.number().positive().max(MOST_MINUTES) }),
  z.strictObject({ kind: z.literal('reset-clock') }),
  z.strictObject({ kind: z.literal('run-backups') }),
  z.strictObject({ kind: z.literal('expire-token') }),
  z.strictObject({ kind: z.literal('refresh-socket') }),
  z.strictObject({ kind: z.literal('set-locale'), person: ID, locale: z.enum(['en-GB', 'tr-TR']) }),
]) satisfies z.ZodType<Control>;
