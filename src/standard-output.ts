/**
 * Ends the program quietly when nobody reads what it prints any more, such as `| head -1`, and with `exitCode` when it
 * cannot be written, such as on a full disk. Without a listener Node prints a stack trace.
 */
export function endWithOutput(exitCode: number): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`Nothing could be printed: ${message}\n`);
    process.exit(exitCode);
  });
}
