// The values of phrases, the same in every language.

/** An hour in milliseconds. */
export const H = 3_600_000;
export const BACKUPS = ['database', 'folders'] as const;
export const LEVELS = ['critical', 'attention', 'unknown', 'healthy'] as const;
export const limit = { value: 26, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' } as const;
export const ids = ['1001', '1002'];
