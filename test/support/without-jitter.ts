import { onTestFinished, vi } from 'vitest';

/** Makes every wait as long as it can be until the test ends: 300 ms before a second attempt, 900 before a third. */
export function withoutJitter(): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void random.mockRestore());
}
