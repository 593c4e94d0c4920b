/** Where the database is. */
export type DatabaseAddress =
  /** `:memory:`, or the path of a file. */
  | { readonly kind: 'sqlite'; readonly path: string; readonly shownAs: string }
  /** `shownAs` has neither user name nor password nor options. */
  | { readonly kind: 'postgres'; readonly url: string; readonly shownAs: string };

const EXPECTED = 'sqlite:./data/backup-status.db or postgres://user:password@host:5432/database';

/** Throws an Error that says what is expected. It quotes nothing of the URL: the part that is invalid may be a password. */
export function parseDatabaseUrl(databaseUrl: string): DatabaseAddress {
  if (databaseUrl.startsWith('sqlite:')) return parseSqlite(databaseUrl.slice('sqlite:'.length));
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error(EXPECTED);
  const url = URL.parse(databaseUrl);
  // An unencoded / ? or # in the password ends the host early, so the rest would be taken for a path.
  const isCutShort = url !== null && (/@/.test(url.pathname + url.search) || url.hash !== '');
  if (url === null || isCutShort) {
    throw new Error(`${EXPECTED}; write / ? # @ : % in a password as %2F %3F %23 %40 %3A %25`);
  }
  return { kind: 'postgres', url: databaseUrl, shownAs: `postgres://${url.host}${url.pathname}` };
}

function parseSqlite(path: string): DatabaseAddress {
  // In `sqlite://data/x.db`, data looks like a host. Three slashes are the usual form of an absolute path.
  if (path === '' || path.endsWith('/') || /^\/\/[^/]/.test(path)) throw new Error(EXPECTED);
  const plainPath = path.replace(/^\/+/, '/');
  return { kind: 'sqlite', path: plainPath, shownAs: plainPath };
}
