// Runs before each program, in words that old versions of Node can read: on those the programs themselves end with an error
// about TypeScript or about an option. The argument is the exit code of a program that knows nothing.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `backup-status needs Node ${NEEDED} or newer; this is Node ${process.versions.node}. ` +
      `Install Node ${NEEDED}, or run npm ci without --omit=dev, which brings it along.\n`,
  );
  process.exitCode = Number(process.argv[2]);
}
