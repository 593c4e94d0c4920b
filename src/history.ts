import { runHistory } from './history/run-history.ts';
import { endWithOutput } from './standard-output.ts';

endWithOutput(1);
process.exitCode = await runHistory({
  args: process.argv.slice(2),
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
