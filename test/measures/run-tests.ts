// A process of its own: runs some test files in the order given and tells its parent how that went.
import { join } from 'node:path';
import { startVitest, type TestModule, type TestSpecification } from 'vitest/node';

export interface Job {
  /** By their paths; all that import one of `related` where there are none. */
  readonly testFiles: readonly string[];
  readonly related?: readonly string[];
  /** Goes on after a failure, and notes what each file covers in the folder `MEASURES_NOTES`. */
  readonly notesCoverage: boolean;
}

export interface Ended {
  readonly testFile: string;
  readonly hasPassed: boolean;
  readonly tookMs: number;
  /** The first test that failed. */
  readonly failure?: string;
}

const FAR_LIMITS = join(import.meta.dirname, '../support/far-limits.ts');
const NOTE_COVERAGE = join(import.meta.dirname, 'note-coverage.ts');
const { testFiles, related, notesCoverage } = JSON.parse(process.argv[2] ?? '') as Job;

class AsGiven {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => testFiles.findIndex((file) => moduleId.endsWith(file));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

const vitest = await startVitest('test', [...testFiles], {
  watch: false,
  reporters: [{}],
  maxWorkers: 2,
  sequence: { sequencer: AsGiven },
  // V8 then counts by the places in our own text.
  experimental: { viteModuleRunner: false },
  ...(notesCoverage ? { isolate: true, setupFiles: [FAR_LIMITS, NOTE_COVERAGE] } : { bail: 1 }),
  ...(related && { related: [...related] }),
});
const unhandled = vitest.state.getUnhandledErrors().map((error) => ({
  testFile: 'none in particular',
  hasPassed: false,
  tookMs: 0,
  failure: error instanceof Error ? error.message : String(error),
}));
const ended: readonly Ended[] = [...vitest.state.getTestModules().map(toEnded), ...unhandled];
await vitest.close();
process.send?.(ended, () => process.exit());

function toEnded(module: TestModule): Ended {
  const failure = [...module.children.allTests('failed')][0]?.fullName ?? module.errors()[0]?.message;
  return {
    testFile: module.relativeModuleId,
    hasPassed: module.ok(),
    tookMs: module.diagnostic().duration,
    ...(failure !== undefined && { failure }),
  };
}
