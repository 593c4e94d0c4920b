import { LEVEL_CODE } from './domain/verdict.ts';
import { endWithOutput } from './standard-output.ts';
import { parseOptions, USAGE } from './status/options.ts';
import { refused, runStatus, type StatusResult } from './status/run-status.ts';

/** The process. Ends with 3 whenever nothing is known: any other code would be taken for a verdict. */
async function main(): Promise<StatusResult> {
  const parsed = parseOptions(process.argv.slice(2));
  if (parsed.kind === 'help') return { exitCode: 0, stdout: USAGE, stderr: '' };
  if (parsed.kind === 'invalid') return refused(`${parsed.problem}\n\n${USAGE.trimEnd()}`);
  const { isTTY, columns } = process.stdout;
  // Some terminals do not say how wide they are. hasColors() goes by NO_COLOR.
  const terminal = isTTY ? { columns: columns || 80, hasColours: process.stdout.hasColors() } : undefined;
  try {
    return await runStatus({ ...parsed.options, terminal, now: Date.now });
  } catch (error) {
    // The message may quote anything.
    const kind = error instanceof Error ? error.name : 'a value';
    return refused(`backup-status: something went wrong in this program (${kind}). Please report it.`);
  }
}

endWithOutput(LEVEL_CODE.unknown);
const { exitCode, stdout, stderr } = await main();
process.exitCode = exitCode;
process.stderr.write(stderr);
process.stdout.write(stdout);
