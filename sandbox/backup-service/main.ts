import { serviceBanner } from './service-banner.ts';
import { parseServiceOptions, SERVICE_USAGE, type ServiceOptionsResult } from './service-options.ts';
import { type ReferenceBackupService, startBackupService } from './start-backup-service.ts';

const parsed = parseServiceOptions(process.argv.slice(2));
if (parsed.kind === 'help') process.stdout.write(SERVICE_USAGE);
else if (parsed.kind === 'invalid') fail(`${parsed.problem}\nnpm run service -- --help shows all options.`);
else await run(parsed);

async function run({ start, faults }: Extract<ServiceOptionsResult, { kind: 'run' }>): Promise<void> {
  let service: ReferenceBackupService;
  try {
    service = await startBackupService(start);
  } catch (error) {
    fail(whyNotListening(error, start.port));
    return;
  }
  for (const { account, fault } of faults) service.addFault(fault, { account });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
  const { url, username, password } = service;
  const isPasswordGiven = start.password !== undefined;
  process.stdout.write(serviceBanner({ url, username, password, isPasswordGiven, faults }));
}

/** Anything but a port that cannot be had is a defect and is thrown on. */
function whyNotListening(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port.`;
  if (code === 'EACCES') return `Port ${port} is not allowed here. Choose one above 1023 with --port.`;
  throw error;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
