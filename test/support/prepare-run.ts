import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type OutputOptions, rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';
import config from '../../rolldown.config.ts';
import { createStore } from '../../src/store/create-store.ts';
import { type Postgres, startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The PostgreSQL of this run as its superuser, with the name of a database that the app has opened once; or why there
     * is none. Absent: no file of the run needs it.
     */
    readonly postgres?: { readonly url: string; readonly opened: string } | { readonly problem: string };
    /** The output folder of `npm run build`. Absent: no file of the run starts a built program. */
    readonly dist?: string;
    /** Its files, each with the paths of the modules in it. */
    readonly chunks?: readonly { readonly fileName: string; readonly moduleIds: readonly string[] }[];
  }
}

let postgres: Postgres | undefined;
let built: string | undefined;

/** Vitest calls this before the first file of a run. Starts or builds what several files share, if one of them needs it. */
export async function setup(project: TestProject): Promise<void> {
  // The files named on the command line; Vitest has no type for them. Without any, all files count.
  const { filenamePattern } = project.vitest as { readonly filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  const texts = testFiles.map((file) => readFileSync(file, 'utf8'));
  const isBuilt = texts.some((text) => /\b(?:startBotProcess|runProgram|builtProgram)\b/.test(text));
  const hasPostgres =
    process.env.TEST_LANGUAGE === 'tr' || texts.some((text) => text.includes('postgresOfRun'));
  // Each mostly waits for a process.
  await Promise.all([isBuilt && provideBuilt(project), hasPostgres && providePostgres(project)]);
}

async function provideBuilt(project: TestProject): Promise<void> {
  built = mkdtempSync(join(tmpdir(), 'backup-status-built-'));
  const dist = join(built, 'dist');
  project.provide('dist', dist);
  project.provide('chunks', await build(built, dist));
}

async function providePostgres(project: TestProject): Promise<void> {
  try {
    postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    await (await createStore(databaseUrl, Date.now, pino({ level: 'silent' }))).close();
    project.provide('postgres', { url: postgres.url, opened: new URL(databaseUrl).pathname.slice(1) });
  } catch (error) {
    project.provide('postgres', { problem: (error as Error).message });
  }
}

export async function teardown(): Promise<void> {
  if (built !== undefined) rmSync(built, { recursive: true });
  await postgres?.remove();
}

/** Builds into a folder, as in the image. */
async function build(folder: string, dist: string) {
  cpSync(join(import.meta.dirname, '../../package.json'), join(folder, 'package.json'));
  await using bundle = await rolldown(config);
  const { output } = await bundle.write({ ...(config.output as OutputOptions), dir: dist });
  const chunks = output.filter((file) => file.type === 'chunk');
  return chunks.map(({ fileName, moduleIds }) => ({ fileName, moduleIds }));
}
