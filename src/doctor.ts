import { pino } from 'pino';
import { readConfig, secretFilesIn } from './config.ts';
import type { Finding } from './doctor/finding.ts';
import { type DoctorOptions, parseOptions, USAGE } from './doctor/options.ts';
import { toLines, toSummary } from './doctor/report.ts';
import { runChecks } from './doctor/run-checks.ts';
import { readProgramVersion } from './program-version.ts';

/** Looks at everything and prints what it finds. Resolves with the exit code. */
async function main({ accountId, isJson }: DoctorOptions): Promise<number> {
  const version = readProgramVersion();
  const print = (text: string) => isJson || process.stdout.write(`${text}\n`);
  print(`backup-status ${version} on Node ${process.versions.node}\n`);
  const findings: Finding[] = [];
  const log = pino({ level: 'silent' });
  const settings = { result: readConfig(), secretFiles: secretFilesIn() };
  for await (const finding of runChecks({ ...settings, accountId, now: Date.now, log })) {
    findings.push(finding);
    print(toLines(finding));
  }
  print(`\n${toSummary(findings)}`);
  if (isJson) {
    const result = { version, node: process.versions.node, findings };
    process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  }
  return findings.some(({ kind }) => kind === 'failed') ? 1 : 0;
}

const parsed = parseOptions(process.argv.slice(2));
if (parsed.kind === 'run') process.exitCode = await main(parsed.options);
else if (parsed.kind === 'help') process.stdout.write(USAGE);
else {
  process.stderr.write(`${parsed.problem}\n\n${USAGE}`);
  process.exitCode = 1;
}
