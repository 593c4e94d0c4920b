import { execFileSync } from 'node:child_process';

/** Resident memory of a process, by ps, which Linux and macOS have alike. */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}
