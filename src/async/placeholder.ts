import { within } from './within.ts';

/**
 * The value of `work`. If it takes longer than `ms`, `show` is called first and waited for. Rejects when `work` or `show`
 * does.
 */
export async function withPlaceholder<T>(
  work: Promise<T>,
  ms: number,
  show: () => Promise<unknown>,
): Promise<{ readonly value: T; readonly isLate: boolean }> {
  const ready = await within(work, ms);
  if (ready !== undefined) return { value: ready.value, isLate: false };
  await show();
  return { value: await work, isLate: true };
}
