import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type postgresOfRun, runSql, temporaryFolder } from '../use-databases.ts';
import { type StoredVersion, storedFile } from './versions.ts';

/** Both kinds of database for describe.each. Each `storedUrl` is a copy of what this version left. */
export const bothStored = (postgres: ReturnType<typeof postgresOfRun>) => [
  {
    kind: 'SQLite',
    async storedUrl(version: StoredVersion) {
      const path = join(await temporaryFolder(), 'stored.db');
      await writeFile(path, gunzipSync(await readFile(storedFile(version, 'db.gz'))));
      return `sqlite:${path}`;
    },
  },
  {
    kind: 'PostgreSQL',
    async storedUrl(version: StoredVersion) {
      const url = await postgres().createEmpty();
      await runSql(url, await readFile(storedFile(version, 'sql'), 'utf8'));
      return url;
    },
  },
];
