import { availableParallelism, cpus, totalmem } from 'node:os';

/** What it ran on. The table is about ratios; this says what the absolute figures belong to. */
export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} × ${model}, ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}
