import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The options of a script of this project. `--help` prints the usage and ends the process; an unknown option does the same
 * with exit code 1.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (!('help' in values)) return values;
  } catch (error) {
    // parseArgs throws TypeErrors whose message names the option.
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
  process.stdout.write(usage);
  process.exit(0);
}
