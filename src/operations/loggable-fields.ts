import { errorFacts } from './error-facts.ts';

/**
 * Every field that may stand in a log line, at any depth. A new one is added here on purpose: it holds no token, password,
 * e-mail or free text of an account, of a service's answer or of a message. Errors have rules of their own: `errorFacts`.
 */
const LOGGABLE = new Set<string>([
  // The request, and who asked where for what.
  ...['requestId', 'audit', 'by', 'said', 'audience', 'userId', 'channelId', 'teamId', 'type', 'reference'],
  ...['accounts', 'id', 'accountId', 'outcome', 'delivery', 'change', 'result', 'field'],
  // How a look-up and its calls went.
  ...[
    'kind',
    'source',
    'verdict',
    'verdictBefore',
    'isShared',
    'durationMs',
    'lastKnownReadAtMs',
    'operation',
    'status',
  ],
  ...['reason', 'serviceCode', 'waitingFor', 'retryAfterMs', 'retryInMs', 'refusals', 'failures'],
  ...['expiresAt', 'lifetimeMs'],
  // Slack's side and the store's.
  ...['method', 'messages', 'doing', 'namespace', 'rows', 'database', 'from'],
  // The process.
  ...['access', 'transport', 'port', 'operations', 'signal', 'underWay', 'missing', 'lost', 'file'],
  // What went wrong: a word, or an Error.
  ...['err', 'error', 'code'],
]);

const DEEPEST = 5;
const LONGEST_LIST = 50;

/** Keeps of an object what may be logged, and tells of every other field by its name alone. */
export function pickLoggable(
  fields: object,
  onUnknown: (name: string) => void,
  depth = 0,
): Record<string, unknown> {
  const pick = (value: unknown): unknown => {
    if (value instanceof Error) return errorFacts(value);
    if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(pick);
    if (typeof value === 'object' && value !== null) {
      return depth < DEEPEST ? pickLoggable(value, onUnknown, depth + 1) : undefined;
    }
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  };
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!LOGGABLE.has(name)) onUnknown(name);
    else if (value !== undefined) picked[name] = pick(value);
  }
  return picked;
}
