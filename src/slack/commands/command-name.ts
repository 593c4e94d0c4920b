/** What people type, as manifest.yml declares it. */
export const COMMAND = '/backup-status';
