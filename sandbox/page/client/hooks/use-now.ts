import { useEffect, useState } from 'react';

const TICK_MS = 10_000;

/** The time of the workspace, whose clock can be ahead; goes on by itself so that "3 minutes ago" grows. */
export function useNow(offsetMinutes: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + offsetMinutes * 60_000;
}
