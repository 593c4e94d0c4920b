import type { Ids } from './ids.ts';

/** What stands behind a response_url. */
export interface ResponseUrl {
  readonly userId: string;
  readonly channelId: string;
  /** The message whose element was used; absent for a command, whose typed line no app can touch. */
  readonly originalTs?: string;
}

export interface ResponseUrls {
  /** The URL, and a function that makes it usable: Slack knows the URL only once the acknowledgement is in. */
  issue(grant: ResponseUrl): { url: string; open: () => void };
  /** Counts one use of the URL with this path, unless Slack would refuse it: the code then says why. */
  use(path: string): ResponseUrl | { readonly error: string };
}

const LIFETIME_MS = 30 * 60 * 1000;
const USES = 5;
const KEPT = 2_000;

interface UrlDeps {
  readonly ids: Ids;
  readonly now: () => number;
  readonly origin: string;
  readonly teamId: string;
}

/** Each is good for five posts within thirty minutes of `now`. */
export function createResponseUrls({ ids, now, origin, teamId }: UrlDeps): ResponseUrls {
  const issued = new Map<string, { grant: ResponseUrl; issuedAtMs: number; uses: number; isOpen: boolean }>();
  return {
    issue(grant) {
      const kind = grant.originalTs === undefined ? 'commands' : 'actions';
      const path = `/${kind}/${teamId}/${ids.number()}/${ids.secret(24)}`;
      const entry = { grant, issuedAtMs: now(), uses: 0, isOpen: false };
      issued.set(path, entry);
      const [oldest] = issued.keys();
      if (issued.size > KEPT && oldest !== undefined) issued.delete(oldest);
      const open = () => {
        entry.isOpen = true;
      };
      return { url: `${origin}${path}`, open };
    },
    use(path) {
      const entry = issued.get(path);
      if (!entry?.isOpen) return { error: 'no_service' };
      if (now() - entry.issuedAtMs > LIFETIME_MS) return { error: 'expired_url' };
      if (entry.uses >= USES) return { error: 'used_url' };
      entry.uses += 1;
      return entry.grant;
    },
  };
}
