import { runFleet } from './fleet/run-fleet.ts';

process.exitCode = await runFleet({
  args: process.argv.slice(2),
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
