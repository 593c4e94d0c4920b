import type { DestinationStream } from 'pino';

/**
 * Writes what is logged in one turn of the event loop in one go: under load a write for every line would take as long as
 * the lines themselves. `out` must write at once; then nothing is lost at an exit; a kill takes the lines of one turn.
 */
export function gatherLines(out: DestinationStream): DestinationStream {
  let gathered = '';
  function write(): void {
    const lines = gathered;
    gathered = '';
    if (lines !== '') out.write(lines);
  }
  process.once('exit', write);
  return {
    write(line) {
      if (gathered === '') setImmediate(write);
      gathered += line;
    },
  };
}
