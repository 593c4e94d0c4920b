import { useEffect, useState } from 'react';

/** How the page looks; nothing of it reaches the workspace. */
export interface Look {
  readonly theme: 'light' | 'dark';
  setTheme(theme: 'light' | 'dark'): void;
  readonly isPhone: boolean;
  setIsPhone(isPhone: boolean): void;
  /** The reader's; an IANA name. */
  readonly timeZone: string;
  setTimeZone(timeZone: string): void;
}

/** Starts as the system has it: its theme, its time zone. */
export function useLook(): Look {
  const [theme, setTheme] = useState<Look['theme']>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [isPhone, setIsPhone] = useState(false);
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return { theme, setTheme, isPhone, setIsPhone, timeZone, setTimeZone };
}
