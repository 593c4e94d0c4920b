import { pino } from 'pino';
import { readConfig } from '../config.ts';
import type { Finding } from './finding.ts';
import type { DoctorOptions } from './options.ts';
import { runChecks } from './run-checks.ts';

export interface DoctorRun extends DoctorOptions {
  /** Of the program; printed. */
  readonly version: string;
  /** That of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Takes what is printed, in whole lines. */
  readonly write: (text: string) => void;
}

/** Looks at everything and writes what it finds. Resolves with the exit code. */
export async function runDoctor(run: DoctorRun): Promise<number> {
  const { accountId, isJson, version, environment, write } = run;
  const print = (text: string) => isJson || write(`${text}\n`);
  print(`backup-status ${version} on Node ${process.versions.node}\n`);
  const findings: Finding[] = [];
  const log = pino({ level: 'silent' });
  for await (const finding of runChecks({ result: readConfig(environment), accountId, now: Date.now, log })) {
    findings.push(finding);
    print(toLines(finding));
  }
  print(`\n${toSummary(findings)}`);
  if (isJson) {
    write(`${JSON.stringify({ version, node: process.versions.node, findings }, undefined, 2)}\n`);
  }
  return findings.some(({ kind }) => kind === 'failed') ? 1 : 0;
}

const SIGNS = { passed: '✓', warned: '⚠', failed: '✗', skipped: '–' } as const;
const NAME_WIDTH = 19;

/** One finding as lines for a terminal; its fix stands below. */
function toLines(finding: Finding): string {
  const { check, kind, message } = finding;
  const line = `${SIGNS[kind]} ${check.padEnd(NAME_WIDTH)}${message}`;
  return 'fix' in finding ? `${line}\n  ${' '.repeat(NAME_WIDTH)}→ ${finding.fix}` : line;
}

/** The last line: how many came out how. */
function toSummary(findings: readonly Finding[]): string {
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const warnings = count('warned') > 0 ? `, ${count('warned')} ⚠` : '';
  const looked = `${count('passed')} ✓, ${count('failed')} ✗${warnings}`;
  return count('skipped') > 0 ? `${looked}, ${count('skipped')} not looked at` : looked;
}
