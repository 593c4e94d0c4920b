import { offsetMsOf } from './service-time.ts';

/** How the service behaves. Every one may be changed while it runs. */
export interface BackupServiceSettings {
  /** How long a token is good for. Tokens issued earlier keep the lifetime they were issued with. */
  readonly tokenLifetimeMs: number;
  /** `+03:00`, `-03:30`: the offset of `expiresAt` and of every date and time of an account. */
  readonly utcOffset: string;
  /** Whether a new login kills the tokens issued before it. */
  readonly singleToken: boolean;
  /** Waited before each login and general-info is looked at. */
  readonly latencyMs: number;
  /** Answer without a `Date` header. */
  readonly omitDateHeader: boolean;
}

const DEFAULTS: BackupServiceSettings = {
  tokenLifetimeMs: 60 * 60 * 1000,
  utcOffset: '+03:00',
  singleToken: false,
  latencyMs: 0,
  omitDateHeader: false,
};

/** The settings in force now. `set` throws a RangeError for a value that makes no sense and then changes nothing. */
export interface CurrentSettings {
  readonly get: () => BackupServiceSettings;
  readonly set: (changes: Partial<BackupServiceSettings>) => void;
}

/** Settings that start as given, on top of the defaults; throws a RangeError as `set` does. */
export function createSettings(initial: Partial<BackupServiceSettings>): CurrentSettings {
  let current = DEFAULTS;
  const set = (changes: Partial<BackupServiceSettings>) => {
    const next = { ...current, ...changes };
    offsetMsOf(next.utcOffset);
    if (!(next.tokenLifetimeMs > 0)) throw new RangeError('tokenLifetimeMs must be above 0');
    if (!(next.latencyMs >= 0)) throw new RangeError('latencyMs must not be below 0');
    current = next;
  };
  set(initial);
  return { get: () => current, set };
}
