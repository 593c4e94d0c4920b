import { parseOptions, USAGE } from './doctor/options.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { readProgramVersion } from './program-version.ts';

const parsed = parseOptions(process.argv.slice(2));
if (parsed.kind === 'run') {
  const write = (text: string) => void process.stdout.write(text);
  process.exitCode = await runDoctor({ ...parsed.options, version: readProgramVersion(), write });
} else if (parsed.kind === 'help') process.stdout.write(USAGE);
else {
  process.stderr.write(`${parsed.problem}\n\n${USAGE}`);
  process.exitCode = 1;
}
