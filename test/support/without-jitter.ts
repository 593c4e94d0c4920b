import { onTestFinished, vi } from 'vitest';

/** Until the test ends every wait is as long as it can be: before a second attempt 300 ms, before a third 900. */
export function withoutJitter(): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void random.mockRestore());
}
