import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions, USAGE } from './doctor/options.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { endWithOutput } from './standard-output.ts';

endWithOutput(1);

const parsed = parseOptions(process.argv.slice(2));
if (parsed.kind === 'run') {
  // From the package.json beside `src` or `dist`.
  const packageJson = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(packageJson) as { version: string };
  const write = (text: string) => void process.stdout.write(text);
  process.exitCode = await runDoctor({ ...parsed.options, version, write });
} else if (parsed.kind === 'help') process.stdout.write(USAGE);
else {
  process.stderr.write(`${parsed.problem}\n\n${USAGE}`);
  process.exitCode = 1;
}
