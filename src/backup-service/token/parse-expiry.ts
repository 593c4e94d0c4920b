const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|([+-]\d{2}):?(\d{2}))$/i;

/** Short enough for a token whose lifetime is unknown, and long enough not to log in for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
/** "Never expires" is written as the year 9999; a look at the service once a year costs nothing. */
const LONGEST_LIFETIME_MS = 365 * 86_400_000;

/** When a token ends. The last two are absent when the login did not say, or not in a way that can be read. */
export interface Expiry {
  readonly lifetimeMs: number;
  readonly serviceExpiresAtMs?: number;
  readonly utcOffset?: string;
}

/**
 * Takes `expiresAt` for the end of the token, then the JWT's `exp`, and measures the lifetime from `issuedAtMs`, the
 * service's clock where it is known. A token said to be dead on arrival shows that a clock is wrong: that, and a login
 * that says nothing, is one cautious minute. `expiresIn` has no unit and is never read.
 */
export function parseExpiry(login: {
  readonly token: string;
  readonly expiresAt: string | undefined;
  readonly issuedAtMs: number;
}): Expiry {
  const said = parseExpiresAt(login.expiresAt);
  const endsAtMs = said.serviceExpiresAtMs ?? jwtExpiryMs(login.token);
  const lifetimeMs = endsAtMs === undefined ? 0 : endsAtMs - login.issuedAtMs;
  return {
    ...said,
    lifetimeMs: lifetimeMs > 0 ? Math.min(lifetimeMs, LONGEST_LIFETIME_MS) : CAUTIOUS_LIFETIME_MS,
  };
}

function parseExpiresAt(text: string | undefined): Omit<Expiry, 'lifetimeMs'> {
  const [iso, hours, minutes] = ISO_WITH_OFFSET.exec(text?.trim() ?? '') ?? [];
  const serviceExpiresAtMs = Date.parse(iso?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') ?? '');
  if (Number.isNaN(serviceExpiresAtMs)) return {};
  return { serviceExpiresAtMs, utcOffset: hours === undefined ? '+00:00' : `${hours}:${minutes}` };
}

/** The `exp` of a JWT (RFC 7519, 4.1.4), unverified: it is evidence of when to renew, not of who is who. */
function jwtExpiryMs(token: string): number | undefined {
  const [, payload] = token.split('.');
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof exp === 'number' && exp > 0 ? exp * 1000 : undefined;
  } catch {
    // Not every token is a JWT, and the interface only says "JWT-style".
    return undefined;
  }
}
