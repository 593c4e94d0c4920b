import { SHARED_LIMITS } from '../../src/service/token-cache.ts';
import { TIME_LIMITS } from '../../src/slack/web.ts';

const FAR_MS = 60_000;

// Runs before each file. Longer than any machine is slow, and a first wait before a retry that is short. Tests of a limit
// set it themselves.
Object.assign(TIME_LIMITS, { ack: FAR_MS, call: FAR_MS, person: FAR_MS, loading: FAR_MS, seen: FAR_MS });
TIME_LIMITS.backOff = 20;
SHARED_LIMITS.storeMs = FAR_MS;
