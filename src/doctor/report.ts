import type { Finding } from './finding.ts';

const SIGNS = { passed: '✓', warned: '⚠', failed: '✗', skipped: '–' } as const;
const NAME_WIDTH = 19;

/** One finding as lines for a terminal; its fix stands below. */
export function toLines(finding: Finding): string {
  const { check, kind, message } = finding;
  const line = `${SIGNS[kind]} ${check.padEnd(NAME_WIDTH)}${message}`;
  return 'fix' in finding ? `${line}\n  ${' '.repeat(NAME_WIDTH)}→ ${finding.fix}` : line;
}

/** The last line: how many came out how. */
export function toSummary(findings: readonly Finding[]): string {
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const warnings = count('warned') > 0 ? `, ${count('warned')} ⚠` : '';
  const looked = `${count('passed')} ✓, ${count('failed')} ✗${warnings}`;
  return count('skipped') > 0 ? `${looked}, ${count('skipped')} not looked at` : looked;
}
