import { WebAPIPlatformError } from '@slack/web-api';

/** Undefined when Slack refuses a call with one of these words. Anything else it refuses is a defect. */
export async function unlessRefused<T>(
  call: Promise<T>,
  expected: readonly string[],
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof WebAPIPlatformError && expected.includes(error.data.error)) return undefined;
    throw error;
  }
}

/** A trigger is good for one view, within three seconds, some of which Slack has used up itself. */
export const TRIGGER_REFUSALS = [
  'expired_trigger_id',
  'exchanged_trigger_id',
  'invalid_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
];
