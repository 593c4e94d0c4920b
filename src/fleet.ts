import { runFleet } from './fleet/run-fleet.ts';
import { endWithOutput } from './standard-output.ts';

endWithOutput(1);
process.exitCode = await runFleet({
  args: process.argv.slice(2),
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
