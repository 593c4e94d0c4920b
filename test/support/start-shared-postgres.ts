import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { type Postgres, startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run as its superuser, or why there is none. Absent: no file of the run asks for it. */
    readonly postgres?: { readonly url: string } | { readonly problem: string };
  }
}

let postgres: Postgres | undefined;

/** Vitest calls it before the first file of a project: one PostgreSQL for all of them, where one of them asks for it. */
export async function setup(project: TestProject): Promise<void> {
  // What was named on the command line; Vitest has no type for it. Without it, all files of the project count.
  const { filenamePattern } = project.vitest as { readonly filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  if (!testFiles.some((file) => readFileSync(file, 'utf8').includes('postgresOfRun'))) return;
  try {
    postgres = await startPostgres();
    project.provide('postgres', { url: postgres.url });
  } catch (error) {
    project.provide('postgres', { problem: (error as Error).message });
  }
}

export async function teardown(): Promise<void> {
  await postgres?.remove();
}
